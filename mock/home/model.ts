/** What the mock serves beside the contract's own paths: where each is, if it is there at all. */
export interface Places {
  readonly console?: string | undefined;
  readonly reference?: string | undefined;
  readonly contract?: string | undefined;
  readonly contractYaml?: string | undefined;
  readonly health?: string | undefined;
}

/** Which parts of the control plane are served. */
export interface ControlParts {
  readonly hasConsole: boolean;
  readonly hasHealth: boolean;
}

/** What the home says of the mock. */
export interface Home {
  readonly name: string;
  /** Whether the mock is ready for requests. */
  readonly ready: boolean;
  /** That of the mock. */
  readonly version: string;
  readonly contract: { readonly title: string; readonly version: string };
  /** The path that every path of the contract begins with; may be empty. */
  readonly baseUrl: string;
  /** Relative to the address that was asked, so that they are right behind a proxy with another prefix. */
  readonly links: Places;
}
