/** What the reference page needs to know of the mock, as `config.json`. */
export interface DocsConfig {
  /** The contract's document, relative to the page's folder. */
  readonly document: string;
  /** What every path of the mock begins with. */
  readonly prefix: string;
  /** The mock's console, relative to the page's folder; undefined where the control plane is off. */
  readonly console?: string | undefined;
  /** The key that the page fills in; undefined where the keys are the user's own. */
  readonly demoKey?: string | undefined;
}
