import { memoized, propertiesOf, type Resource, typesOf } from '../../openapi/contract';
import { beginOf, quoted, sentencesOf } from './action-words';
import { mayCome, type States, statesOf } from './states';

/** What words beside a member of a record say of the states in which it is there. */
export interface StateMember {
  readonly name: string;
  /** In these it is there. */
  readonly states: readonly string[];
  /** Whether it is not there before one of them. */
  readonly isLate: boolean;
}

/** The members of which words say when they are there: `set once it is shipped`, `null until the export is ready`. */
export const stateMembersOf: (resource: Resource) => readonly StateMember[] = memoized((resource: Resource) => {
  const states = statesOf(resource);
  if (states === undefined) return [];
  return [...propertiesOf(resource.schema).values()].flatMap(({ name, writeOnly, schema }) => {
    if (writeOnly || name === states.property || typesOf(schema).includes('boolean')) return [];
    const told = sentencesOf(String(schema.description ?? '')).map((text) => quoted(text, states.values));
    const [one, other] = told.flatMap((text) => {
      if (OPEN.test(text)) return [];
      const form = FORMS.find(({ words }) => words.test(text));
      const named = form === undefined ? [] : [...text.slice(text.search(form.words)).matchAll(/«([^»]*)»/g)];
      const found = [...new Set(named.map(([, state = '']) => state))];
      return form === undefined || found.length === 0 ? [] : [{ name, states: found, isLate: form.isLate }];
    });
    // Of two sentences the one may take back what the other says.
    return one === undefined || other !== undefined ? [] : [one];
  });
});

/** Whether a state comes before all in which a member is there. */
export function isBefore(resource: Resource, states: States, state: string, member: StateMember): boolean {
  const isEarlier = (one: string): boolean =>
    mayCome(states, state, one) === true && mayCome(states, one, state) === false;
  return !member.states.includes(state) && (state === beginOf(resource) || member.states.every(isEarlier));
}

/** What may be or not be all the same. */
const OPEN =
  /\b(?:may|might|can|could|optional(?:ly)?|usually|mostly|if (?:any|known|given)|where known|unless|except)\b|»\s+(?:with|without|by|via|through|because)\b/i;

const FORMS: readonly { readonly words: RegExp; readonly isLate: boolean }[] = [
  {
    words:
      /\b(?:null|absent|missing|empty|unset|not (?:set|there|present)|left out)\b[^.;«]*\b(?:until|before)\b[^.;]*«/i,
    isLate: true,
  },
  { words: /\bonly\b[^.;«]*\b(?:once|after|when|as soon as|if|while|for)\b[^.;]*«/i, isLate: true },
  {
    words:
      /\b(?:set|present|filled|given|included|populated|provided|returned|stamped|appears)\b[^.;«]*\b(?:once|when|as soon as)\b[^.;]*«/i,
    isLate: false,
  },
  {
    words:
      /^(?:When|(?:The )?(?:time|moment|date)(?: (?:at|on) which| when)?) (?:\p{L}+ ){1,4}(?:was|became|has been|were|have been) (?:(?:first|last|marked) )?«/iu,
    isLate: false,
  },
];
