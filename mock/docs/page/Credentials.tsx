import { BASIC } from '../../console/page/model/contract';
import { Field } from '../../console/page/parts/Field';
import type { Scheme, Credentials as Typed } from './model/document';
import { Markdown } from './parts/Markdown';

interface Props {
  readonly schemes: readonly Scheme[];
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
}

/** A field for the credential of each scheme; nothing is kept once the page is closed. */
export function Credentials({ schemes, typed, onTyped }: Props) {
  if (schemes.length === 0) return null;
  return (
    <section class="panel column" id="credentials" aria-label="Credentials">
      <h2>Credentials</h2>
      {schemes.map((scheme) => (
        <div key={scheme.name} class="try-field column">
          <Field
            label={<SchemeName scheme={scheme} />}
            value={typed[scheme.name] ?? ''}
            autocomplete="off"
            spellcheck={false}
            onText={(text) => onTyped({ ...typed, [scheme.name]: text })}
          />
          <Markdown text={scheme.description} />
        </div>
      ))}
    </section>
  );
}

const SchemeName = ({ scheme: { name, in: place, parameter, prefix } }: { readonly scheme: Scheme }) => (
  <>
    <code>{name}</code>{' '}
    <span class="hint">
      {place} {parameter}
      {prefix !== '' && `: ${prefix}…`}
      {prefix === BASIC && ', a user:password, or a key as a user without one'}
    </span>
  </>
);
