import type { Asked, Operation } from '../model/model';
import type { Target } from '../model/request';
import { schemesFor } from '../model/scheme';

interface Props {
  readonly operation: Operation;
  readonly target: Target;
}

/** What an operation asks for, scopes and all, and what it is sent with. */
export function CredentialWords({ operation, target: { schemes, credentials } }: Props) {
  const { security, isOpen } = operation;
  if (security.length === 0) return <p class="hint">Needs no credential.</p>;
  const sent = schemesFor(operation, schemes, credentials).map(({ name }) => name);
  const link = <a href="#credentials">Credentials</a>;
  return (
    <p class="hint">
      {isOpen ? 'Needs no credential, but takes ' : 'Asks for '}
      {security.map((way, place) => [
        place > 0 && ', or ',
        ...way.map((one, index) => [index > 0 && ' and ', asked(one)]),
      ])}
      .{' '}
      {sent.length > 0 ? (
        <>
          Sent with <code>{sent.join(' and ')}</code> of {link}.
        </>
      ) : (
        <>Sent without a credential: there is none under {link}.</>
      )}
    </p>
  );
}

const asked = ({ name, scopes }: Asked) => (
  <>
    <code>{name}</code>
    {scopes.length > 0 && ` (${scopes.join(', ')})`}
  </>
);
