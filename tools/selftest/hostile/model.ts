import type { Socket } from 'node:net';

/** A server of bare connections that keeps none of the rules of HTTP. */
export interface Hostile {
  readonly name: string;
  /** Answers one request, whose head has come; it has what came with it. */
  readonly answer: (socket: Socket, request: string) => void;
  /** No whole reply ever comes: it is not waited for as long as others. */
  readonly isSilent?: true;
  /** What it sends may be lawful: the suite warns, and accuses nobody. */
  readonly isExcusable?: true;
  /** What the suite says of it. */
  readonly finding: { readonly check: string; readonly says: RegExp };
}
