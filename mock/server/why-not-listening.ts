/**
 * Why a server could not listen, and what to do; undefined for a reason that needs no other words than its own.
 *
 * @param named how the reader names an option: `--port`, or `port`
 */
export function whyNotListening(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  named: (option: string) => string,
): string | undefined {
  // What `listen` rejects with is an error of Node, or has no `code`.
  const { code } = error as NodeJS.ErrnoException;
  const noAddress = `${host} is no address of this machine; name another with ${named('host')}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is taken; name another with ${named('port')}, or 0 for a free one`,
    EACCES: `port ${port} of ${host} may not be used by this user; name one above 1023 with ${named('port')}`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
  return reasons[code ?? ''];
}
