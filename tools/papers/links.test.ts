import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { packageFile } from '../../openapi/package/package-file';

/** All pages of the repository, those that were written just now as well. */
const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: packageFile('.'),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(packageFile(path)));

/** A page without what stands in code. */
function proseOf(path: string): string {
  return readFileSync(packageFile(path), 'utf8').replaceAll(/^```.*?^```/gms, '');
}

/** The anchors of a page's headings, as GitHub makes them: the same heading again gets a number. */
function anchorsIn(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const plain = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let anchor = plain;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${plain}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Why each link of the page leads nowhere. */
function deadLinks(page: string): readonly string[] {
  const prose = proseOf(page).replaceAll(/`[^`\n]+`(?!\])/g, '');
  return [...prose.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = '', anchor]) => {
    const target = path === '' ? page : posix.join(posix.dirname(page), path);
    if (!existsSync(packageFile(target))) return [`${page} links to ${target}, which is not there`];
    if (anchor === undefined || !target.endsWith('.md') || anchorsIn(proseOf(target)).has(anchor)) return [];
    return [`${page} links to #${anchor} of ${target}, which has no such heading`];
  });
}

test('there are pages to look at', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'CONTRIBUTING.md']));
});

test('every link in a page leads to a file that is there, and to one of its headings', () => {
  expect(PAGES.flatMap(deadLinks)).toEqual([]);
});
