/** The bundle of `mock/console/page/over.tsx`, which stands beside that of the mock. */
declare module 'built:console.mjs' {
  export function showConsole(over: {
    readonly base: string;
    readonly origin: string;
    readonly fetch: unknown;
    readonly press: unknown;
    readonly close: () => void;
  }): Promise<() => void>;
}
