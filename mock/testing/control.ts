import { type Operation, sentenceOf, validatorOf } from '../../openapi/contract';
import { type Control, readControl } from '../control/document';
import { toRaw } from '../http/raw-headers';
import type { StartedMock } from '../index';
import { checkReply } from '../observe/check-reply';
import { type Answered, type Asked, createClient } from './client';
import type { Exchange } from './prism';

/** Asks the control plane: `control('PUT', '/clock', { action: 'freeze' })`. */
export type ControlClient = (
  method: string,
  /** Below `/__admin`. */
  path: string,
  body?: unknown,
  asked?: Omit<Asked, 'body'>,
) => Promise<Answered>;

/** A client of a mock's control plane: a reply that breaks `openapi/control.yaml` fails the test. */
export async function createControlClient({ baseUrl }: Pick<StartedMock, 'baseUrl'>): Promise<ControlClient> {
  const control = await readControl();
  const call = createClient(new URL('/__admin', baseUrl).href, (exchange) => complaintsOf(control, exchange));
  return (method, path, body, asked = {}) => call(method, path, { ...asked, ...(body === undefined ? {} : { body }) });
}

/** A sentence for each promise that a reply of the control plane breaks. */
function complaintsOf({ contract, match }: Control, exchange: Exchange): readonly string[] {
  const { method, path, status, headers, text } = exchange;
  const matched = match(method, `/__admin${path}`);
  const operation = matched.kind === 'operation' ? matched.operation : undefined;
  return [
    ...(headers['cache-control'] === 'no-store' ? [] : ['it may be kept in a cache']),
    ...(status === 204 && text !== '' ? ['a 204 has a body'] : []),
    // The reply to HEAD, and the one to OPTIONS, is its headers.
    ...(method === 'HEAD' || method === 'OPTIONS' ? [] : bodyComplaints(operation)),
  ].map((complaint) => `${method} ${path} ${status}: ${complaint}`);

  function bodyComplaints(known: Operation | undefined): readonly string[] {
    if (known !== undefined) return checkReply(known, { status, headers: toRaw(headers), bytes: text });
    const { envelope } = contract;
    if (envelope === undefined || headers['content-type'] !== envelope.mediaType) return ['it is no error envelope'];
    const violation = validatorOf(envelope.schema, 'response')(JSON.parse(text));
    return violation === undefined ? [] : [sentenceOf(violation, 'the body')];
  }
}
