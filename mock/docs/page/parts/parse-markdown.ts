import { Marked } from 'marked';

/**
 * The elements of a Markdown text, in a document of their own that runs no script, loads nothing and is never shown: what it
 * has is looked at, and made anew.
 */
export function parseMarkdown(text: string): HTMLElement {
  const marked = new Marked({ gfm: true, renderer: { html: (token) => withoutAttributes(token.text) } });
  return new DOMParser().parseFromString(marked.parse(text, { async: false }), 'text/html').body;
}

/** A whole tag or comment. What else begins with `<` is text. */
const TAG = /<!--.*?-->|<(\/?)([a-z][a-z\d-]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/gis;

const KEPT = /(?<![^\s"'/])(?:href|src|alt)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/**
 * The tags of an HTML text, made anew without their attributes but for addresses and words in place of a picture. Styles and
 * handlers would do nothing in that document, but a browser reports each as a breach of the page's Content-Security-Policy;
 * where that is missing, no handler shall ever have been an attribute. So half a tag is no tag either.
 */
function withoutAttributes(html: string): string {
  let [out, from] = ['', 0];
  for (const match of html.matchAll(TAG)) {
    const [tag, slash = '', name, attributes = ''] = match;
    out += escaped(html.slice(from, match.index)) + (name === undefined ? '' : anew(slash, name, attributes));
    from = match.index + tag.length;
  }
  return out + escaped(html.slice(from));
}

function anew(slash: string, name: string, attributes: string): string {
  // What is in a template is no part of the document.
  if (/^(style|script)$/i.test(name)) return `<${slash}template>`;
  return `<${[slash + name, ...(attributes.match(KEPT) ?? [])].join(' ')}>`;
}

const escaped = (text: string): string => text.replaceAll('<', '&lt;');
