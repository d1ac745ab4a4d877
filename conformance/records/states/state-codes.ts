/** The code of the error by which words refuse what is done to a record in another state. */
import { memoized, type Operation } from '../../../openapi/contract';
import { ownSentences } from '../marked';

/** Undefined where words name none, or several. */
export const stateCodeOf = memoized((operation: Operation): string | undefined => {
  const found = new Set(
    ownSentences(operation)
      .flatMap((text) => FORMS.flatMap((form) => form.exec(text)?.groups?.code ?? []))
      .filter((code) => !/^\d+$/.test(code)),
  );
  return found.size === 1 ? [...found][0] : undefined;
});

/** `409` and `not_draft`, 409 `not_draft`, `409`, code `not-draft`: with what says that it is for other states. */
const FORMS: readonly RegExp[] = [
  // `In other states the answer is 409 and x`, `An order in another state is refused with 409 and x`, `Otherwise 409, x`, `before that 409 and x`
  /(?:\b(?:in |from |for )?(?:an|any|all|every|the)? ?other (?:states?|status(?:es)?|stages?|phases?)|^\W*(?:otherwise|or else|before (?:that|then)|until then))\b[^.;()`]{0,60}`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`/i,
  // `409 and x in other states`, `(409 x otherwise)`
  /`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`,?\)? (?:(?:in |from |for )?(?:an|any|all|every|the)? ?other (?:states?|status(?:es)?|stages?|phases?)|otherwise)\b/i,
  // `Other orders are refused with 409 x`
  /^\W*(?:all )?other(?:s| \p{L}+) (?:are|is|get)\b[^.;()`]{0,40}`?409`?,? (?:and |with )?(?:the )?(?:code )?`(?<code>[\w.-]+)`/iu,
];

/** All that words beside an operation name in code: one of these may be the reason as well. */
export const namedInCode = ({ summary, description, replies, around = [] }: Operation): ReadonlySet<string> =>
  new Set(
    [summary, description, ...replies.map((one) => one.description), ...around].flatMap((text) =>
      [...(text ?? '').matchAll(/`([\w.-]+)`/g)].map(([, code = '']) => code),
    ),
  );
