/** Repeats a request while an equal one runs, as clients do. */
export async function whenAnswered<
  Answer extends { readonly body: Readonly<Record<string, unknown>> },
>(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.body['code'] !== 'idempotency_in_progress') return answer;
  }
}
