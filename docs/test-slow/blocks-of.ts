/** The code blocks of a part of a page. */
export function blocksOf(text: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n^\`\`\`$`, 'gm');
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
}
