/** What an issuing source says about a document. */
export type SourceAnswer =
  /** The document is genuine. `afterSeconds`: the source needs that long. */
  | { readonly kind: 'confirmed'; readonly afterSeconds?: number; readonly disciplineOnFile?: true }
  /** A definite no: it is not asked again. */
  | { readonly kind: 'denied'; readonly message: string; readonly afterSeconds?: number }
  /** No answer: it is asked again. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** Somebody decides by hand. */
  | { readonly kind: 'held' }
  /** There is no source for this document. */
  | { readonly kind: 'no source' };
