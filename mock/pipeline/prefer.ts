import type { Example, Operation } from '../../openapi/contract';
import { exampleOf, isWrittenAsJson, represented } from '../actions/success';

import { Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { type Chosen, chooseReply, type Preferred } from '../preference/documented-reply';
import { statusIn } from '../preference/named-example';
import { parsePrefer, writePreference } from '../preference/preference';
import { createRandom } from '../world/rules/random';
import type { Call, Caller, Context, Engine } from './model';
import { problemOfStatus } from './problem-of-status';
import { receiveIfSmall } from './receive';

/**
 * The documented reply that a request prefers, by `Prefer: code=404` or `example=NAME`, or by `__code` and `__example` in
 * its query; it is then neither validated nor carried out. Undefined without a preference.
 *
 * @throws Problem the preferred error, or 400 if the contract has no such reply
 */
export function prefer(context: Context, operation: Operation): Promise<Outcome> | undefined {
  const preferred = preferredBy(context.call, operation);
  return preferred && documentedReply(context, operation, preferred);
}

async function documentedReply(
  { engine, caller, call, allowance }: Context,
  operation: Operation,
  preferred: Preferred,
): Promise<Outcome> {
  // The request is not refused, so its body gets the time that any body gets.
  await receiveIfSmall(call, BODY_TIMEOUT_MS);
  const chosen = chooseReply(operation, preferred);
  const applied = { 'Preference-Applied': appliedOf(preferred) };
  const { status } = chosen;
  if (status < 400) return outcomeOf(chosen, applied, successBody(chosen, caller, engine));
  const problem = problemOfStatus(engine, caller, call, allowance, status);
  const headers = { ...problem.headers, ...applied };
  const documented = errorExample(chosen);
  if (documented === undefined && chosen.media !== undefined)
    throw new Problem(status, problem.code, problem.message, headers);
  return outcomeOf(chosen, headers, documented?.value);
}

/** Whether a request may prefer a documented reply, and so need none of the records. */
export const mayPrefer = ({ request, query }: Call): boolean =>
  request.headers.prefer !== undefined || query.includes('__');

function preferredBy(call: Call, operation: Operation): Preferred | undefined {
  if (!mayPrefer(call)) return undefined;
  const { request, query } = call;
  const mayBeInQuery = query.includes('__');
  // Node has joined repeated headers into one text.
  const byHeader = parsePrefer(String(request.headers.prefer ?? ''));
  const byQuery = new URLSearchParams(mayBeInQuery ? query : '');
  const wanted = (name: string) => {
    const queryName = `__${name}`;
    const isParameter = operation.parameters.some((one) => one.in === 'query' && one.name === queryName);
    return byHeader.get(name) || (isParameter ? undefined : byQuery.get(queryName)) || undefined;
  };
  const [code, example] = [wanted('code'), wanted('example')];
  if (code !== undefined) return { code, example };
  return example === undefined ? undefined : { code, example };
}

function outcomeOf({ status, media }: Chosen, headers: Outcome['headers'], body: unknown): Outcome {
  if (media !== undefined && !isWrittenAsJson(media)) return { ...represented(status, media, body), headers };
  return { status, headers, body, mediaType: media?.type ?? '' };
}

/** Generated from a fixed seed, so that preferences leave the world's sequence of random numbers alone. */
function successBody({ media, example }: Chosen, { source }: Caller, { makeUp }: Engine): unknown {
  if (example !== undefined) return example.value;
  return media && exampleOf(media, { random: createRandom(0), now: source.now, makeUp });
}

/** The named example, else the first that does not contradict the status. */
function errorExample({ status, media, example }: Chosen): Example | undefined {
  if (example !== undefined || media === undefined) return example;
  return media.examples.find(({ value }) => Number(statusIn(media, value) ?? status) === status);
}

const BODY_TIMEOUT_MS = 30_000;

const appliedOf = (preferred: Preferred): string =>
  (['code', 'example'] as const)
    .flatMap((name) => (preferred[name] === undefined ? [] : [writePreference(name, preferred[name])]))
    .join(', ');
