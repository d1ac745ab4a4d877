import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../../console/page/parts/buttons';
import { Status } from '../../../console/page/parts/Panel';
import type { Received } from '../link/send';
import { Code } from '../parts/Code';
import { Disclosure } from '../parts/Disclosure';

/** The reply in a line, to be read out too. */
export function ReplyHead({ received }: { readonly received: Received }) {
  const { status, statusText, milliseconds, mediaType } = received;
  return (
    <p class="reply-head">
      <Status status={status} /> <strong>{statusText}</strong>
      <span class="hint">
        {Math.round(milliseconds)} ms{mediaType !== '' && `, ${mediaType}`}
      </span>
    </p>
  );
}

/** Body and headers of the reply to a request, its integers as they were sent. */
export function ReplyView({ received }: { readonly received: Received }) {
  const { headers, body, mediaType } = received;
  return (
    <div class="reply">
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
