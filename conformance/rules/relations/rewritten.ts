/** Texts that a server makes other ones of what was sent, as words say. */
import {
  memoized,
  memoizedByText,
  propertiesOf,
  type Resource,
  sentencesAround,
  wordsOf,
} from '../../../openapi/contract';
import { bodyOf } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';

/** Whether a text is another one than was sent, and as words beside it, or about it around the operations of its record, say. */
export function isRewritten(resource: Resource, name: string, sent: unknown, shown: unknown): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  const [one, other] = [sent, shown].map((text) =>
    waysOf(resource)(name).reduce((before, rewrite) => rewrite(before), text),
  );
  return one === other;
}

/** What a text is to come back as that is shown as it was sent, where words say for sure that it is stored without the space around it. */
export function cutOf(resource: Resource, name: string, sent: unknown, shown: unknown): string | undefined {
  if (typeof sent !== 'string' || shown !== sent || sent.trim() === sent) return undefined;
  return isCut(resource)(name) ? sent.trim() : undefined;
}

const isCut = memoized((resource: Resource) =>
  memoizedByText((name): boolean =>
    saidOf(resource, name).some((text) => CUT.test(text) && !UNSURE.test(text) && !DENIED.test(text)),
  ),
);

/** What may be, or is done to what is looked for. */
const UNSURE =
  /\b(?:may|might|can|could|should|ignor\w+|disregard\w+|search\w*|filters?|quer(?:y|ies)|parameters?|compar\w+|only|except|unless|but|if)\b/i;

type Rewrite = (text: string) => string;

const waysOf = memoized((resource: Resource) =>
  memoizedByText((name): readonly Rewrite[] => {
    const said = saidOf(resource, name).filter((text) => !DENIED.test(text));
    return REWRITES.filter(({ words }) => said.some((text) => words.test(text))).map(({ rewrite }) => rewrite);
  }),
);

/** The sentences beside a member, and those about it around the operations that take it. */
function saidOf({ schema, operations }: Resource, name: string): readonly string[] {
  const taking = [operations.create, operations.replace, operations.patch].filter((one) => one !== undefined);
  const own = [schema, ...taking.map((one) => bodyOf(one)?.schema ?? {})].flatMap((one) =>
    sentencesOf(String(propertiesOf(one).get(name)?.schema.description ?? '')),
  );
  const around = taking
    .flatMap((one) => [...sentencesOf(one.description ?? ''), ...sentencesAround(one)])
    .filter((text) => isAbout(name, text));
  return [...own, ...around];
}

/** Whether a sentence is about a member: as code, by its words, `e-mail addresses` of `email`, or about all texts. */
function isAbout(name: string, text: string): boolean {
  const words = wordsOf(name).join('[ _-]?');
  const last = wordsOf(name).at(-1) ?? name;
  return (
    new RegExp(`\\b(?:${words}|${last})(?:s|es)?\\b`, 'i').test(text.replaceAll('-', '')) ||
    /\b(?:texts?|strings?|values|(?:all|every) (?:members?|fields?))\b/i.test(text)
  );
}

/** "We do not trim", "no trimming", "kept exactly as it was sent". */
const DENIED =
  /\b(?:exactly|just|precisely) as\b|\bas (?:it|they) (?:was|were|is|are) sent\b|\bverbatim\b|\b(?:no|not|never|n['’]t|nor|neither|without)\b[^.;]{0,30}\b(?:trim\w*|cut|remov\w+|stripp\w+|lower|upper|normali\w+|collaps\w+|chang\w+)/i;

const CUT =
  /\btrimm?(?:ed|s|ing)?\b|\b(?:leading|trailing|surrounding)\b[^.;]{0,40}\b(?:white ?-?space|spaces|blanks?)\b[^.;]{0,40}\b(?:cut|removed|stripped|dropped|ignored|discarded|taken (?:away|off))\b|\b(?:cuts?|removes?|strips?|drops?|ignores?)\b[^.;]{0,20}\b(?:leading|trailing|surrounding)\b|\b(?:loses?|sheds?|cuts?|removes?|strips?|stripped of|drops?|discards?|without)\b[^.;]{0,30}\b(?:white ?-?space|spaces|blanks?)\b[^.;]{0,20}\b(?:ends?|sides?|edges?|beginning|start)\b|\b(?:white ?-?space|spaces|blanks?)\b[^.;]{0,20}\b(?:ends?|sides?|edges?|beginning|start)\b[^.;]{0,40}\b(?:cut|removed|stripped|dropped|discarded|taken (?:away|off))\b/i;

const REWRITES: readonly { readonly words: RegExp; readonly rewrite: Rewrite }[] = [
  {
    words: CUT,
    rewrite: (text) => text.trim(),
  },
  {
    words:
      /\b(?:collaps\w+|squeez\w+|reduc\w+)\b[^.;]{0,40}\b(?:white ?-?space|spaces|blanks)\b|\b(?:runs? of|several|multiple|repeated) (?:white ?-?space|spaces|blanks)\b[^.;]{0,40}\b(?:one|single|collaps\w+)\b/i,
    rewrite: (text) => text.replaceAll(/\s+/g, ' '),
  },
  {
    words:
      /\b(?:stored|saved|kept|shown|returned|converted|turned|written|normali[sz]ed|changed)\b[^.;]{0,20}\b(?:in|to|into|as) (?:lower|upper)[- ]?case\b|\b(?:is|are|be|gets?) (?:lower|upper)[- ]?cased\b/i,
    rewrite: (text) => text.toLowerCase(),
  },
  { words: /\bNFK?[CD]\b|\bunicode[- ]normali\w+/i, rewrite: (text) => text.normalize('NFKC') },
];
