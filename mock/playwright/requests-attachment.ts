import type { RecordedRequest } from '../../openapi/types/control';

/** Where the requests of a test's pages are for that go to the mock. */
interface Api {
  readonly baseUrl: string;
  /** The base URL that the page knows the API by, as it was given. */
  readonly apiUrl: string | undefined;
}

interface Attachment {
  readonly body: string;
  readonly contentType: string;
}

/** What the report of a failed test shows of the requests in its session; of none, where they may have gone. */
export function requestsAttachment(requests: readonly RecordedRequest[], { baseUrl, apiUrl }: Api): Attachment {
  if (requests.length > 0) return { body: JSON.stringify(requests, null, 2), contentType: 'application/json' };
  const taken = apiUrl === undefined ? baseUrl : `${baseUrl} and ${apiUrl}`;
  const body =
    `No request has reached this test's session. Of the page's requests, those to ${taken} do. ` +
    'If the page sends them elsewhere, set the option "apiUrl" to that address; requests that a test or a server sends ' +
    'need a key of session.apiKeys.\n';
  return { body, contentType: 'text/plain' };
}
