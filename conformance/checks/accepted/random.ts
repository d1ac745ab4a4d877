import fc from 'fast-check';
import { isObject, own } from '../../../openapi/contract';
import { arbitraryOf } from '../../arbitraries';
import type { Case, CaseContext } from '../../model/check';
import type { JsonRecord } from '../../model/records';
import { toRequest } from '../../model/request';
import type { Subject } from '../../model/subject';
import { bodyOf } from '../../model/subject';
import type { Verdict } from '../../model/verdict';
import { PASS } from '../../model/verdict';
import { fetchPath } from '../../steps/fetch-path';
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
      run: async (context) => {
        const path = await fetchPath(context, subject);
        const verdicts: Verdict[] = [];
        const property = fc.asyncProperty(arbitrary, async ({ query, body }) => {
          const isBody = isObject(body);
          const verdict = isBody
            ? await sendBody(context, path, body, isAllKnown(context, body))
            : judge(await context.send(toRequest(subject.operation, { path, query })), true);
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

const isAllKnown = ({ known, subject }: CaseContext, body: JsonRecord): boolean =>
  Object.keys(body).every((name) => known.values(subject.part?.resource.name ?? '', name).includes(own(body, name)));
