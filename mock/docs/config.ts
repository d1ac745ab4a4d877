/** What the reference page is told of the mock, as `config.json`. */
export interface DocsConfig {
  /** The contract's document, relative to the page's folder. */
  readonly document: string;
  /** What the mock puts before every path. */
  readonly prefix: string;
  /** What to fill in where the contract asks for a credential. */
  readonly credential?: { readonly scheme: string; readonly value: string } | undefined;
}
