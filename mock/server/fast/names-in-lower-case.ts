import type { ServerResponse } from 'node:http';

/**
 * Writes the names of a response's headers in small letters, after `writeHead` and before anything is sent: those that Node
 * adds itself (`Connection`, `Keep-Alive`) have capitals. It does nothing where this version of Node keeps the head elsewhere.
 */
export function namesInLowerCase(response: ServerResponse): void {
  const inside = response as Omit<ServerResponse, '_header'> & { _header: unknown };
  if (typeof inside._header !== 'string') return;
  inside._header = inside._header.replaceAll(/\n[^:\r\n]+(?=:)/g, (name) => name.toLowerCase());
}
