import { isObject, propertiesOf, typesOf } from '../../../openapi/contract';
import { integerEdges } from '../../arbitraries/schema';
import { tellingTexts } from '../../arbitraries/string';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { fits, isKnownBody, knownBody, type ValidBody } from '../../requests/valid';
import type { Case, CaseContext } from '../../steps/check';
import { fetchPath } from '../../steps/paths';
import { brief } from '../../verdict/brief';
import { skip } from '../../verdict/verdict';
import { judgeRefused } from './explain';
import { sendBody } from './send-body';

/** Bodies: the least, each choice, the documented examples, and the values that break real servers. */
export function ofBodies(subject: Subject): readonly Case[] {
  const { operation } = subject;
  const media = bodyOf(operation);
  if (media === undefined) return [];
  const properties = [...propertiesOf(media.schema).values()].filter(({ schema }) => schema.readOnly !== true);
  const withValue = (name: string, value: unknown, what: string, tier: 1 | 2): Case =>
    bodyCase(media, `${name}: ${what}`, tier, (context) => knownBody(context, subject, { [name]: value }), {
      [name]: value,
    });
  return [
    bodyCase(media, 'what is required alone', 1, (context) => knownBody(context, subject), {}),
    ...properties.flatMap(({ name, schema }) =>
      (schema.enum ?? []).map((value) => withValue(name, value, brief(value), 1)),
    ),
    ...media.examples.map(({ name, value }) =>
      bodyCase(media, `the example "${name}"`, 2, (context) => {
        const body = isObject(value) ? value : {};
        return { body, isKnown: isKnownBody(context, subject, body) };
      }),
    ),
    ...properties
      .filter(({ schema }) => typesOf(schema).includes('string') && schema.enum === undefined)
      .flatMap(({ name, schema }) =>
        tellingTexts(schema).map(({ what, value }, index) => withValue(name, value, what, index < 4 ? 1 : 2)),
      ),
    ...properties
      .filter(({ schema }) => typesOf(schema).includes('integer') && schema.enum === undefined)
      .flatMap(({ name, schema }) =>
        integerEdges(schema).map((value) =>
          withValue(name, value, String(value), Math.abs(Number(value)) > 2 ** 53 ? 1 : 2),
        ),
      ),
    { name: 'what was refused to other checks', tier: 3, run: judgeRefused },
  ];
}

function bodyCase(
  media: NonNullable<ReturnType<typeof bodyOf>>,
  name: string,
  tier: 1 | 2,
  make: (context: CaseContext) => ValidBody,
  kept?: JsonRecord,
): Case {
  return {
    name,
    tier,
    run: async (context) => {
      const { body, isKnown } = make(context);
      if (!fits(media, body)) return skip('no valid body with this value is known');
      const path = await fetchPath(context, context.subject);
      const verdict = await sendBody(context, path, body, isKnown, kept);
      return [verdict, ...(await judgeRefused(context))];
    },
  };
}
