import type { Writable } from 'node:stream';

/**
 * Lets a terminal that is stopped (Ctrl+S) stop nobody else: Node waits for terminals, and with it whoever sends requests.
 * What is not a terminal stays as it is, since Node waits for no pipe.
 */
export function waitForNoTerminal(out: Writable & { readonly isTTY?: boolean }): void {
  if (out.isTTY !== true) return;
  // Node has it for its own streams (libuv's `uv_stream_set_blocking`); its types do not, and it may go.
  (out as { readonly _handle?: { setBlocking?(isBlocking: boolean): void } })._handle?.setBlocking?.(false);
}
