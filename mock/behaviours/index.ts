import { type Chosen, type Left, optionInEffect, possibleOptions } from '../../openapi/behaviours/chosen';
import { type BehaviourId, VARIES_BY_REQUEST } from '../../openapi/behaviours/options';
import { memoized } from '../../openapi/contract';
import type { ChoiceStore } from '../world/stores/model';
import { compression, connection, framing, headersCase } from './delivery';
import { errorCode, errorMessage, methodWrong, pathInvalid } from './errors';
import { errorFurther, recordFurther } from './further-members';
import { challenge, charset, headersFurther, retryAfter } from './headers';
import { ids } from './ids';
import { jsonEscapes, jsonMemberOrder, jsonSpacing } from './json-form';
import { latency, refusalsCost, windows } from './limits';
import { listOrder, reads } from './listing';
import type { Behaviour, Behaviours, Drawn, Hook, Hooks, StepName } from './model';
import { recordOmitted, recordOptional } from './records';
import { bodyUnknown, queryInvalid, queryUnknown } from './requests';

/**
 * What the mock does where a document leaves things open: all rows of `openapi/silences.yaml`, in the order of a
 * request. Of several that change the same step the first comes first: those of a reply which change its bytes stand
 * before those that depend on their number or coding.
 *
 * To add one (an id never changes its meaning):
 * 1. Write its row in `openapi/silences.yaml`; `npm run tables` writes it into the docs.
 * 2. Add its ids to `OPTIONS_OF` of `openapi/behaviours/options.ts`, and under `x-silences` to
 *    `openapi/extensions.schema.json` and `openapi/choices.schema.json`: tests hold them to each other. Flags,
 *    control plane, console and `--vary` have it from there.
 * 3. Write what the mock does otherwise, by option, with the hooks of `Steps` in `mock/behaviours/model.ts`:
 *    TypeScript asks for each option but the first. What the document says goes before, see
 *    `mock/behaviours/documented.ts`. Where no hook would carry it, add a step: to `Steps`, to `composed` below, and
 *    a call in the place where the step is done.
 * 4. Add it to this list.
 * 5. Write how the suite learns it, in `LEARNERS` of `conformance/unspecified/learning.ts`. What could come of
 *    several options stays unknown. A law holds that under each option the suite finds nothing, and learns that
 *    option back.
 */
export const BEHAVIOURS: readonly Behaviour[] = [
  queryUnknown,
  queryInvalid,
  bodyUnknown,
  recordOmitted,
  recordOptional,
  listOrder,
  ids,
  reads,
  windows,
  refusalsCost,
  latency,
  methodWrong,
  pathInvalid,
  errorMessage,
  errorCode,
  recordFurther,
  errorFurther,
  jsonMemberOrder,
  jsonSpacing,
  jsonEscapes,
  charset,
  challenge,
  retryAfter,
  headersFurther,
  compression,
  framing,
  connection,
  headersCase,
];

/** What the mock does by itself. */
export const UNCHANGED: Behaviours = composed([], { turn: 0, seed: 0 });

/** What is done for the next request of a world. */
export function behavioursOfNext({ chosen, nextTurn }: ChoiceStore, left: Left): Behaviours {
  return chosen === undefined ? UNCHANGED : composedOf(chosen)(left)(nextTurn());
}

/** What is done in a world beside its requests: what differs by request does not count there. */
export const behavioursOf = (chosen: Chosen | undefined, left: Left): Behaviours =>
  chosen === undefined ? UNCHANGED : composedOf(chosen)(left)(0);

/** Composed once for what was chosen and what the document leaves, but for what differs from request to request. */
const composedOf = memoized((chosen: Chosen) =>
  memoized((left: Left) => {
    const seed = chosen.vary ?? 0;
    const at = (turn: number): Behaviours => {
      const hooks = BEHAVIOURS.map(({ id, otherwise }) => otherwise[optionInEffect(id, chosen, left, turn)] ?? {});
      return composed(hooks, { turn, seed });
    };
    const varies = (id: BehaviourId): boolean =>
      VARIES_BY_REQUEST.has(id) && possibleOptions(id, chosen, left).options.length > 1;
    if (BEHAVIOURS.some(({ id }) => varies(id))) return at;
    const steady = at(0);
    return (turn: number): Behaviours => ({ ...steady, turn });
  }),
);

function composed(all: readonly Partial<Hooks>[], drawn: Drawn): Behaviours {
  const step = <Name extends StepName>(name: Name): Hook<Name> => {
    const hooks = all.flatMap((some): readonly Hook<Name>[] => {
      const hook: Hook<Name> | undefined = some[name];
      return hook === undefined ? [] : [hook];
    });
    const [only = (value) => value, ...others] = hooks;
    if (others.length === 0) return only;
    return (value, about) => hooks.reduce((before, hook) => hook(before, about), value);
  };
  // The cast is true: these are the names of steps.
  const changed = all.flatMap((hooks) => Object.keys(hooks) as StepName[]);
  return {
    ...drawn,
    changes: new Set(changed),
    query: step('query'),
    parameter: step('parameter'),
    body: step('body'),
    source: step('source'),
    newRecord: step('newRecord'),
    ids: step('ids'),
    order: step('order'),
    hidden: step('hidden'),
    fixtures: step('fixtures'),
    windows: step('windows'),
    cost: step('cost'),
    latency: step('latency'),
    refusal: step('refusal'),
    message: step('message'),
    code: step('code'),
    json: step('json'),
    send: step('send'),
  };
}
