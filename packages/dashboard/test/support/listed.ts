/** The rows of a list in an answer of the API. */
export async function listed<Row>(
  answer: Promise<{ data?: { data: readonly Row[] }; error?: { detail: string } }>,
): Promise<readonly Row[]> {
  const { data, error } = await answer;
  if (!data) throw new Error(error?.detail);
  return data.data;
}
