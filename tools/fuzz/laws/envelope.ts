import {
  type Contract,
  type ErrorEnvelope,
  envelopeOf,
  essence,
  isObject,
  JsonError,
  jsonMediaType,
  type Operation,
  parseJson,
  replyFor,
  validatorOf,
} from '../../../openapi/contract';
import type { Law } from './model';

/** Every error is in the envelope that the document describes for it, and repeats its status there. */
export const envelope: Law = {
  id: 'envelope',
  judge({ attempt, reply: { status, headers, body }, contract, match }) {
    if (status < 400 || attempt.request?.method === 'HEAD') return undefined;
    const operation = match?.kind === 'operation' ? match.operation : undefined;
    const expected = expectedFor(contract, operation, status);
    if (expected === undefined) return undefined;
    const type = headers.get('content-type') ?? '';
    if (essence(type) !== essence(expected.mediaType)) return `a ${status} of the type ${JSON.stringify(type)}`;
    const value = read(body);
    if (value === undefined) return `a ${status} whose body is no JSON`;
    const violation = validatorOf(expected.schema, 'response')(value);
    if (violation !== undefined) return `a ${status}: ${violation.pointer || 'the body'} does not fit the envelope`;
    const told = valueAt(value, expected.roles.status);
    return told === undefined || Number(told) === status ? undefined : `a ${status} that says ${String(told)}`;
  },
};

/** The operation's own shape for the status, else the one that all errors share; undefined where the document has none. */
function expectedFor(contract: Contract, operation: Operation | undefined, status: number): ErrorEnvelope | undefined {
  const content = (operation && replyFor(operation, status)?.content) ?? [];
  const media = jsonMediaType(content);
  if (media?.schema !== undefined) return envelopeOf(media.schema, media.type, media.pointer);
  return content.length > 0 ? undefined : contract.envelope;
}

function read(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const valueAt = (value: unknown, path: readonly string[] | undefined): unknown =>
  path?.reduce<unknown>(
    (whole, token) => (Array.isArray(whole) ? whole[Number(token)] : isObject(whole) ? whole[token] : undefined),
    value,
  );
