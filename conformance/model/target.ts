/** What the user has said of the server. */
export interface Target {
  readonly baseUrl: string;
  /** The plan of the key, where it is known. */
  readonly plan: string | undefined;
  readonly limitPlan: string | undefined;
  /** Whether nobody else uses the key meanwhile. */
  readonly exclusive: boolean;
}
