import fc from 'fast-check';
import { isObject } from '../../../openapi/contract';
import { arbitraryOf } from '../../arbitraries/schema';
import type { Exchange } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../../records/paging';
import type { JsonRecord } from '../../records/records';
import { withGivenMembers } from '../../requests/given';
import { toRequest } from '../../requests/request';
import { isKnownBody } from '../../requests/valid';
import type { Case, CaseContext } from '../../steps/check';
import { fetchPath, leadsNowhere, NOWHERE } from '../../steps/paths';
import { tryDrawn } from '../../steps/try-drawn';
import { skip, type Verdict } from '../../verdict/verdict';
import { judgeAccepted } from './judge';
import { isQueryOffered } from './parameters';
import { sendBody } from './send-body';

/** Random valid requests, shrunk to the plainest that fails as far as the cost allows. */
export function ofRandom(subject: Subject, examples: number, seed: number): readonly Case[] {
  const { operation, purpose } = subject;
  const media = bodyOf(operation);
  const queries = meantParameters(operation);
  if (examples === 0 || (media === undefined && queries.length === 0)) return [];
  const arbitrary = fc.record({
    query: fc.record(
      Object.fromEntries(
        queries.map((parameter) => [parameter.name, arbitraryOf(drawnSchemaOf(purpose?.resource, parameter))]),
      ),
      { requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name) },
    ),
    body: media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema),
  });
  const run = async (context: CaseContext): Promise<readonly Verdict[]> => {
    const path = await fetchPath(context, subject);
    let left = examples + SHRINKS;
    const verdicts = await tryDrawn(arbitrary, { numRuns: examples, seed }, async ({ query, body }) => {
      if (left === 0) return undefined;
      left -= 1;
      const named = isObject(body) ? withGivenMembers(context.options.given, operation, body) : undefined;
      return named !== undefined
        ? sendBody(context, path, named, isKnownBody(context, subject, named))
        : judgeDrawn(context, await context.send(toRequest(operation, { path, query, body })), query);
    });
    // The relation judges lists.
    return purpose?.role === 'list' ? verdicts.filter(({ outcome }) => outcome === 'inconclusive') : verdicts;
  };
  return [{ name: 'random valid requests', tier: 3, run }];
}

function judgeDrawn(context: CaseContext, exchange: Exchange, query: JsonRecord): Verdict {
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  return judgeAccepted(exchange, exchange.request.operation.body === undefined && isQueryOffered(context, query));
}

/** Requests to look for a plainer example than the one that failed. */
const SHRINKS = 10;
