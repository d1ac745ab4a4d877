import { useId } from 'preact/hooks';
import type { Credentials as Typed } from './model/document';
import type { Scheme } from './model/model';
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
    <section class="panel" id="credentials" aria-label="Credentials">
      <h2>Credentials</h2>
      {schemes.map((scheme) => (
        <Credential
          key={scheme.name}
          scheme={scheme}
          value={typed[scheme.name] ?? ''}
          onValue={(value) => onTyped({ ...typed, [scheme.name]: value })}
        />
      ))}
    </section>
  );
}

interface CredentialProps {
  readonly scheme: Scheme;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Credential({ scheme, value, onValue }: CredentialProps) {
  const id = useId();
  return (
    <div class="try-field">
      <label for={id}>
        <code>{scheme.name}</code>{' '}
        <span class="hint">
          {scheme.in} {scheme.parameter}
          {scheme.prefix !== '' && `: ${scheme.prefix}…`}
          {scheme.isUser && ', a user:password, or a key as a user without one'}
        </span>
      </label>
      <input
        id={id}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <Markdown text={scheme.description} />
    </div>
  );
}
