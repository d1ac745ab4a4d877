import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useMemo, useState } from 'preact/hooks';
import { Field } from '../../console/page/parts/Field';
import type { DocsConfig } from '../config';
import { Credentials } from './Credentials';
import type { Group, Operation, Reference } from './model/document';
import { find, type Credentials as Typed } from './model/document';
import type { Target } from './model/request';

import { OperationRow } from './operation/OperationDetails';
import { Markdown } from './parts/Markdown';
import { DocumentContext, Method } from './parts/parts';

import { Schemas } from './parts/SchemaParts';

interface Props {
  readonly reference: Reference;
  readonly config: DocsConfig;
  /** What the path of every request begins with, with the mock's origin. */
  readonly baseUrl: string;
}

export function App({ reference, config, baseUrl }: Props) {
  const { schemes, groups, title } = reference;
  const { demoKey } = config;
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState<Typed>(() =>
    demoKey === undefined ? {} : Object.fromEntries(schemes.map(({ name }) => [name, demoKey])),
  );
  // What the search has hidden can't be gone to.
  const { open, toggle } = usePlace(useCallback(() => setSearch(''), []));
  useEffect(() => {
    document.title = `${title}, API reference`;
  }, [title]);
  const target = useMemo<Target>(
    () => ({ document: reference.document, baseUrl, schemes, credentials: typed, demoKey }),
    [reference, baseUrl, schemes, typed, demoKey],
  );
  const found = useMemo(() => find(groups, search), [groups, search]);
  const row = (operation: Operation, tried?: Target) => (
    <OperationRow
      key={operation.anchor}
      operation={operation}
      target={tried}
      isOpen={open.has(operation.anchor)}
      onToggle={() => toggle(operation.anchor)}
    />
  );
  return (
    <DocumentContext.Provider value={reference.document}>
      <a class="skip" href="#main">
        Skip to the operations
      </a>
      <TopBar reference={reference} config={config} />
      <div class="layout column">
        <Contents groups={found} search={search} onSearch={setSearch} />
        <main id="main" class="column" tabIndex={-1}>
          <section class="panel column" aria-label="About">
            <Markdown text={reference.description} level={2} />
            {reference.pages.length > 0 && (
              <ul class="plain ways row">
                {reference.pages.map(({ name, address }) => (
                  <li key={name}>
                    <a href={address} rel="noreferrer">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <p class="hint">
              Requests go to this mock: <code>{baseUrl}</code>
            </p>
          </section>
          <Credentials schemes={schemes} typed={typed} onTyped={setTyped} />
          {found.length === 0 && <p role="status">No operation has “{search}”.</p>}
          {found.map((group) => (
            <GroupView key={group.name} {...group}>
              {group.operations.map((operation) => row(operation, target))}
            </GroupView>
          ))}
          {reference.webhooks.length > 0 && (
            <GroupView name="Webhooks" description="Requests that the server sends.">
              {reference.webhooks.map((operation) => row(operation))}
            </GroupView>
          )}
          <Schemas schemas={reference.schemas} open={open} />
        </main>
      </div>
    </DocumentContext.Provider>
  );
}

/** What the page is about, and the way to the document and the console. */
function TopBar({ reference: { title, version, openapi }, config: { document, console } }: Omit<Props, 'baseUrl'>) {
  return (
    <header class="top row spread">
      <div class="title">
        <h1>{title}</h1>
        <p class="hint">
          Version {version}, OpenAPI {openapi}
        </p>
      </div>
      <ul class="plain ways row">
        <li>
          <a href={document}>JSON</a>
        </li>
        <li>
          <a href={document.replace(/json$/, 'yaml')}>YAML</a>
        </li>
        {console !== undefined && (
          <li>
            <a href={console}>Console</a>
          </li>
        )}
      </ul>
    </header>
  );
}

interface ContentsProps {
  readonly groups: readonly Group[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** All operations to go to, and a search that keeps those that it finds. */
function Contents({ groups, search, onSearch }: ContentsProps) {
  return (
    <nav class="contents column" aria-label="Operations">
      <Field
        label="Find an operation"
        type="search"
        value={search}
        autocomplete="off"
        spellcheck={false}
        onText={onSearch}
      />
      <ul class="plain groups">
        {groups.map(({ name, operations }) => (
          <li key={name}>
            <span class="group-name">{name}</span>
            <ul class="plain">
              {operations.map(({ anchor, method, path, summary, deprecation }) => (
                <li key={anchor}>
                  <a href={`#${encodeURI(anchor)}`} class={deprecation === undefined ? undefined : 'old'}>
                    <Method method={method} /> <span class="entry">{summary || path}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type GroupViewProps = Pick<Group, 'name' | 'description'> & { readonly children: ComponentChildren };

/** Operations that belong together. */
function GroupView({ name, description, children }: GroupViewProps) {
  const id = useId();
  return (
    <section class="group column" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <Markdown text={description} />
      {children}
    </section>
  );
}

/**
 * What is open on the page, by its anchor. The fragment of its address opens what it names, now and when it changes; what is opened by
 * hand is named there, so that the address can be given to others.
 */
function usePlace(onGo: () => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([fragment()]));
  useEffect(() => {
    const go = () => {
      onGo();
      setOpen((known) => new Set([...known, fragment()]));
      requestAnimationFrame(() => document.getElementById(fragment())?.scrollIntoView());
    };
    go();
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, [onGo]);
  const toggle = (anchor: string) => {
    setOpen(open.has(anchor) ? new Set([...open].filter((one) => one !== anchor)) : new Set([...open, anchor]));
    // What was closed is named no longer: a link to it leads somewhere else, and so opens it again.
    const { pathname, search } = location;
    if (!open.has(anchor)) history.replaceState(null, '', `#${encodeURI(anchor)}`);
    else if (fragment() === anchor) history.replaceState(null, '', pathname + search);
  };
  return { open, toggle };
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
