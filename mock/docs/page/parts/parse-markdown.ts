import { Marked } from 'marked';

/**
 * The elements of a Markdown text, in a document of their own that runs no script, loads nothing and is never shown: what it
 * has is looked at, and made anew.
 */
export function parseMarkdown(text: string): HTMLElement {
  const marked = new Marked({ gfm: true, renderer: { html: (token) => withoutAttributes(token.text) } });
  return new DOMParser().parseFromString(marked.parse(text, { async: false }), 'text/html').body;
}

const TAG = /<(\/?)([a-z][a-z\d-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;

const KEPT = /\b(?:href|src|alt)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/**
 * Styles and handlers would do nothing in that document, but a browser reports each as a breach of the page's
 * Content-Security-Policy.
 */
const withoutAttributes = (html: string): string =>
  html.replace(TAG, (_, slash: string, name: string, attributes: string) =>
    /^(style|script)$/i.test(name)
      ? `<${slash}template>`
      : `<${[slash + name, ...(attributes.match(KEPT) ?? [])].join(' ')}>`,
  );
