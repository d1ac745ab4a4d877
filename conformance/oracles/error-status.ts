import { envelopeOf, isObject, stringifyJson } from '../../openapi/contract';
import { jsonMediaOf } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';

/** The status in an error body is the HTTP status. */
export const errorStatus: Oracle = {
  id: 'error.status',
  title: 'The status in an error body is the HTTP status',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'The status in an error body equals the HTTP status of the response.'),
  judge: (exchange) => {
    const { response } = exchange;
    if (response === undefined || response.status < 400) return undefined;
    const media = jsonMediaOf(exchange);
    const { json } = response.body;
    if (media?.schema === undefined || json === undefined || !('value' in json)) return undefined;
    const path = envelopeOf(media.schema, media.type, media.pointer).roles.status;
    if (path === undefined) return undefined;
    const found = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json.value);
    // Whether it is there and an integer is judged by the schema.
    if (typeof found !== 'number' || found === response.status) return [];
    return [
      {
        key: 'status',
        expected: `/${path.join('/')}: ${response.status}`,
        actual: stringifyJson(found),
        topic: { defect: `${found} for ${response.status}` },
      },
    ];
  },
};
