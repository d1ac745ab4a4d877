import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../../../console/page/parts/buttons';
import { Failure } from '../../../console/page/parts/Panel';
import { type Received, send } from '../link/send';
import { curlOf } from '../model/curl';
import { firstDraft } from '../model/draft';
import type { Operation } from '../model/model';
import { keyOf, outgoing, type Target } from '../model/request';
import { Code } from '../parts/Code';
import { DocumentContext } from '../parts/document-context';
import { BodyField } from './BodyField';
import { CredentialWords } from './CredentialWords';
import { ParameterField } from './ParameterField';
import { ReplyHead, ReplyView } from './ReplyView';

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
      (error: unknown): Progress => ({
        state: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    if (turn === latest.current) setProgress(next);
  };

  return (
    <form
      class="trying"
      aria-label={`Try ${operation.method} ${operation.path}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
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
      <div class="buttons">
        <button type="submit" class="send">
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
