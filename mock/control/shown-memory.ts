/** The memory as the health tells it. */
export interface ShownMemory {
  readonly mostBytes: number;
  /** What the process takes now, as the system counts it; null while the system can't be asked. */
  readonly residentBytes: number | null;
  readonly parts: readonly {
    readonly name: string;
    readonly mostBytes: number;
    /** Null where nobody counts them. */
    readonly usedBytes: number | null;
  }[];
}
