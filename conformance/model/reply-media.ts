import { isJson, jsonMediaType, type MediaType, matchMediaType, replyFor } from '../../openapi/contract';
import type { Exchange } from './exchange';

/**
 * The documented JSON that a reply's body is held against: where several media types are documented, that of its own
 * `Content-Type`. Undefined where the reply is none, or says that it is another documented one.
 */
export function jsonMediaOf({ request, response }: Exchange): MediaType | undefined {
  if (response === undefined) return undefined;
  const content = replyFor(request.operation, response.status)?.content ?? [];
  const sent = response.headers.get('content-type');
  // A recorder may have left it out.
  if (sent === undefined && response.unrecorded !== undefined)
    return content.every(({ type }) => isJson(type)) ? jsonMediaType(content) : undefined;
  const matched = sent === undefined ? undefined : matchMediaType(content, sent);
  if (sent === undefined || matched === undefined) return jsonMediaType(content);
  return isJson(sent) ? matched : undefined;
}
