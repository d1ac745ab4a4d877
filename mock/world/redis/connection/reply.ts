/** What Redis answers: numbers, texts, nothing, a list of such, or a hash, which scripts give as a list. */
export type Reply = string | number | null | readonly Reply[] | { readonly [field: string]: Reply };

/** What is sent: texts in UTF-8, or bytes. */
export type Argument = string | Buffer;
