import fc from 'fast-check';
import { isObject, own } from '../../../openapi/contract';
import { arbitraryOf } from '../../arbitraries';
import { knownPath } from '../../known-path';
import type { Case, JsonRecord, Session, Subject, Verdict } from '../../model';
import { toRequest } from '../../request';
import { bodyOf } from '../../subject';
import { PASS } from '../../verdict';
import { judge, sendBody } from './judge';

/** Random valid requests, shrunk to the plainest that fails. */
export function ofRandom(subject: Subject, examples: number, seed: number): readonly Case[] {
  const media = bodyOf(subject.operation);
  const queries = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  if (examples === 0 || (media === undefined && queries.length === 0)) return [];
  const arbitrary = fc.record({
    query: fc.record(Object.fromEntries(queries.map(({ name, schema }) => [name, arbitraryOf(schema)])), {
      requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name),
    }),
    body: media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema),
  });
  return [
    {
      name: 'random valid requests',
      tier: 3,
      cost: examples + 1,
      run: async (session) => {
        const path = await knownPath(session, subject);
        const verdicts: Verdict[] = [];
        const property = fc.asyncProperty(arbitrary, async ({ query, body }) => {
          const isBody = isObject(body);
          const verdict = isBody
            ? await sendBody(session, path, body, isAllKnown(session, body))
            : judge(await session.send(toRequest(subject.operation, { path, query })), true);
          if (verdict.outcome === 'warn') verdicts.push(verdict);
          if (verdict.outcome !== 'fail') return true;
          // The last one is the plainest.
          verdicts[0] = verdict;
          return false;
        });
        await fc.check(property, { numRuns: examples, seed });
        return verdicts.length === 0 ? PASS : verdicts;
      },
    },
  ];
}

const isAllKnown = ({ known, subject }: Session, body: JsonRecord): boolean =>
  Object.keys(body).every((name) => known.values(subject.part?.resource.name ?? '', name).includes(own(body, name)));
