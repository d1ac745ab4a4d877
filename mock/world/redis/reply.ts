/** What Redis answers: numbers, texts, nothing, or a list of such. */
export type Reply = string | number | null | readonly Reply[];

/** What is sent: texts in UTF-8, or bytes. */
export type Argument = string | Buffer;
