import { useList } from '../../api/list-feed.js';
import type { Item } from '../../api/operations.js';
import { useName } from '../../resource/names.js';
import { Text } from '../../ui/text.js';

export type DocumentConfig = Item<'listDocumentConfigs'>;

/** The documents that can be verified. */
export function useDocumentConfigs(): readonly DocumentConfig[] {
  return useList('listDocumentConfigs').rows;
}

/** The name of a document. Its slug until the name is known. */
export function DocumentName({ slug }: { slug: string }) {
  return <Text>{useName('document', slug)}</Text>;
}
