/** Answers the first call with the first list, and so on, then repeats the last list. */
export function answering(...answers: string[][]): {
  lookup: (host: string) => Promise<string[]>;
  asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    lookup: async (host) => {
      asked.push(host);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
}
