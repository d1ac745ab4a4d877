import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a request by name in lower case; repeated ones are joined as Node joins them. */
export interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}
