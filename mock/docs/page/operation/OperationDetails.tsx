import { useId } from 'preact/hooks';
import { Status } from '../../../console/page/parts/Panel';
import type { Operation, Reply } from '../model/document';
import type { Target } from '../model/request';
import { ContentView } from '../parts/ContentView';
import { Markdown, parseMarkdown } from '../parts/Markdown';
import { Disclosure, Method } from '../parts/parts';
import { Members } from '../parts/SchemaParts';
import { TryIt } from './TryIt';

interface Props {
  readonly operation: Operation;
  /** Where it can be tried; undefined for what the server sends itself. */
  readonly target: Target | undefined;
}

/** All that the document says of an operation, beside a form to try it. */
export function OperationDetails({ operation, target }: Props) {
  return (
    <div class={target === undefined ? 'details column' : 'details column tried'}>
      <div class="reading column">
        <Deprecated operation={operation} />
        <Markdown text={operation.description} />
        {/^https?:/.test(operation.documentation) && (
          <p>
            <a href={operation.documentation} rel="noreferrer">
              More about it
            </a>
          </p>
        )}
        <Takes operation={operation} />
        <h4>Replies</h4>
        <Replies replies={operation.replies} />
        {operation.callbacks.length > 0 && (
          <>
            <h4>Callbacks</h4>
            {operation.callbacks.map((callback) => (
              <Disclosure
                key={callback.anchor}
                summary={
                  <>
                    <Method method={callback.method} /> <code>{callback.path}</code>
                  </>
                }
              >
                {() => <Callback operation={callback} />}
              </Disclosure>
            ))}
          </>
        )}
      </div>
      {target !== undefined && <TryIt operation={operation} target={target} />}
    </div>
  );
}

function Deprecated({ operation: { deprecation } }: Pick<Props, 'operation'>) {
  if (deprecation === undefined) return null;
  const { removal, replacement } = deprecation;
  return (
    <p class="deprecation">
      <strong>Deprecated.</strong>
      {removal !== '' && ` To be removed on ${removal}.`}
      {replacement !== '' && (
        <>
          {' Use '}
          <a href={`#operation/${encodeURIComponent(replacement)}`}>{replacement}</a> instead.
        </>
      )}
    </p>
  );
}

function Takes({ operation: { parameters, body } }: Pick<Props, 'operation'>) {
  return (
    <>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Members members={parameters.map((parameter) => ({ ...parameter, place: parameter.in }))} />
        </>
      )}
      {body !== undefined && (
        <>
          <h4>
            Body {body.required ? <span class="badge strong">required</span> : <span class="badge">optional</span>}
          </h4>
          <Markdown text={body.description} />
          <ContentView content={body.content} of="the body" />
        </>
      )}
    </>
  );
}

function Callback({ operation }: Pick<Props, 'operation'>) {
  return (
    <>
      <Markdown text={operation.description} />
      {operation.body !== undefined && <ContentView content={operation.body.content} of="the callback's body" />}
      <Replies replies={operation.replies} />
    </>
  );
}

/** The documented replies; the first that is a success is open. */
function Replies({ replies }: { readonly replies: readonly Reply[] }) {
  const success = replies.find(({ status }) => status.startsWith('2'));
  return (
    <div class="column">
      {replies.map((reply) => (
        <Disclosure key={reply.status} isOpen={reply === success} summary={<Line reply={reply} />}>
          {() => <ReplyDetails reply={reply} />}
        </Disclosure>
      ))}
    </div>
  );
}

function Line({ reply: { status, description } }: { readonly reply: Reply }) {
  return (
    <>
      {/^\d{3}$/.test(status) ? <Status status={Number(status)} /> : <span class="status">{status}</span>}{' '}
      {shortOf(description)}
    </>
  );
}

function ReplyDetails({ reply: { status, description, headers, content, links } }: { readonly reply: Reply }) {
  return (
    <>
      {shortOf(description) !== description.trim().replaceAll('`', '') && <Markdown text={description} />}
      <ContentView content={content} of={`the reply ${status}`} />
      {headers.length > 0 && (
        <Disclosure summary={headers.length === 1 ? '1 header' : `${headers.length} headers`}>
          {() => <Members members={headers} />}
        </Disclosure>
      )}
      {links.length > 0 && (
        <Disclosure summary={links.length === 1 ? '1 link' : `${links.length} links`}>
          {() => (
            <ul class="members plain">
              {links.map(({ name, operationId, target, description: said }) => (
                <li key={name} class="field column">
                  <code class="field-name">{name}</code> leads to{' '}
                  {operationId === '' ? (
                    <code>{target}</code>
                  ) : (
                    <a href={`#operation/${encodeURIComponent(operationId)}`}>{target}</a>
                  )}
                  <Markdown text={said} />
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </>
  );
}

/** The first line without its Markdown, since a line that opens has no room for links. */
const shortOf = (text: string): string => parseMarkdown(text.trim().split('\n')[0] ?? '').textContent.trim();

interface OperationRowProps {
  readonly operation: Operation;
  readonly target: Target | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** An operation in one line, which opens to its details. */
export function OperationRow({ operation, target, isOpen, onToggle }: OperationRowProps) {
  const id = useId();
  const { anchor, method, path, summary, deprecation } = operation;
  return (
    <section class="operation" id={anchor} aria-labelledby={id}>
      <h3>
        <button type="button" id={id} class="row" aria-expanded={isOpen} onClick={onToggle}>
          <Method method={method} />
          <span class={deprecation === undefined ? 'path' : 'path old'}>{path}</span>
          <span class="summary">{summary}</span>
          {deprecation !== undefined && <span class="badge alarm">deprecated</span>}
        </button>
      </h3>
      {isOpen && <OperationDetails operation={operation} target={target} />}
    </section>
  );
}
