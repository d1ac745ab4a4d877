import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../console/page/model/json';
import { CopyButton } from '../../../console/page/parts/buttons';
import { submitting } from '../../../console/page/parts/Field';
import { Failure, Status } from '../../../console/page/parts/Panel';
import { type Received, send } from '../link/send';
import { curlOf } from '../model/curl';
import { type Operation, type Requirement, schemesFor } from '../model/document';
import { firstDraft, keyOf, outgoing, type Target } from '../model/request';

import { Code, Disclosure, DocumentContext } from '../parts/parts';
import { BodyField, ParameterField } from './fields';

interface Props {
  readonly operation: Operation;
  readonly target: Target;
}

type Progress =
  | { readonly state: 'idle' | 'waiting' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'answered'; readonly received: Received };

/** A form that sends a request of this operation to the mock, and shows the reply. */
export function TryIt({ operation, target }: Props) {
  const document = useContext(DocumentContext);
  const [draft, setDraft] = useState(() => firstDraft(document, operation));
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  // The reply of an earlier request does not replace that of a later one.
  const latest = useRef(0);
  const request = useMemo(() => outgoing(operation, draft, target), [operation, draft, target]);
  const curl = curlOf(request, target.demoKey);

  const submit = async () => {
    latest.current += 1;
    const turn = latest.current;
    setProgress({ state: 'waiting' });
    const next = await send(request).then(
      (received): Progress => ({ state: 'answered', received }),
      (error: unknown): Progress => ({ state: 'failed', message: messageOf(error) }),
    );
    if (turn === latest.current) setProgress(next);
  };

  return (
    <form
      class="trying column"
      aria-label={`Try ${operation.method} ${operation.path}`}
      onSubmit={submitting(() => void submit())}
    >
      <h4>Try it</h4>
      {operation.parameters.map((parameter) => (
        <ParameterField
          key={keyOf(parameter)}
          parameter={parameter}
          text={draft.texts[keyOf(parameter)] ?? ''}
          onText={(text) => setDraft({ ...draft, texts: { ...draft.texts, [keyOf(parameter)]: text } })}
        />
      ))}
      {operation.body !== undefined && <BodyField body={operation.body} draft={draft} onDraft={setDraft} />}
      <CredentialWords operation={operation} target={target} />
      <div class="row">
        <button type="submit" class="main send">
          Send
        </button>
        <CopyButton label="Copy as curl" text={curl} />
      </div>
      <Code text={curl} isWrapped />
      <div role="status">
        {progress.state === 'waiting' && <p class="hint">Waiting for the reply…</p>}
        {progress.state === 'answered' && <ReplyHead received={progress.received} />}
      </div>
      <Failure message={progress.state === 'failed' ? progress.message : undefined} />
      {progress.state === 'answered' && <ReplyView received={progress.received} />}
    </form>
  );
}

/** The reply in a line, to be read out too. */
function ReplyHead({ received }: { readonly received: Received }) {
  const { status, statusText, milliseconds, mediaType } = received;
  return (
    <p class="reply-head row">
      <Status status={status} /> <strong>{statusText}</strong>
      <span class="hint">
        {Math.round(milliseconds)} ms{mediaType !== '' && `, ${mediaType}`}
      </span>
    </p>
  );
}

/** Body and headers of the reply to a request, its integers as they were sent. */
function ReplyView({ received }: { readonly received: Received }) {
  const { headers, body, mediaType } = received;
  return (
    <div class="reply column">
      {body === '' && <p class="hint">No body.</p>}
      {typeof body !== 'string' && <Saved blob={body} />}
      {typeof body === 'string' && body !== '' && (
        <>
          <Code text={body} isJson={/json/i.test(mediaType)} />
          <CopyButton label="Copy the body" text={body} />
        </>
      )}
      <Disclosure summary={`${headers.length} headers`} isOpen>
        {() => (
          <dl class="headers">
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Disclosure>
    </div>
  );
}

/** A body that is no text, to be saved as a file. */
function Saved({ blob }: { readonly blob: Blob }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <p>
      <a href={url} download="reply">
        Save the body
      </a>{' '}
      <span class="hint">{blob.size} bytes</span>
    </p>
  );
}

interface CredentialWordsProps {
  readonly operation: Operation;
  readonly target: Target;
}

/** What an operation asks for, scopes and all, and what it is sent with. */
function CredentialWords({ operation, target: { schemes, credentials } }: CredentialWordsProps) {
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

const asked = ({ name, scopes }: Requirement) => (
  <>
    <code>{name}</code>
    {scopes.length > 0 && ` (${scopes.join(', ')})`}
  </>
);
