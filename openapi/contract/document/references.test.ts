import { EventEmitter, once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadContract } from '../load';
import { faultOf, SHIPPED_TEXT, withFiles, withServer } from '../testing/documents';
import { documentFiles } from './files';

const POINTER = '/paths/~1pets/get/parameters/1/schema/$ref';
const TYPE = 'Status: { type: string, enum: [asleep, available] }';

/** The shipped document with a reference to somewhere else. */
const leadingTo = (reference: string): string =>
  SHIPPED_TEXT.replaceAll(/(['"]?)#\/components\/schemas\/PetStatus\1/g, () => JSON.stringify(reference));

/** `api/document.yaml` with this reference, and beside its folder what is no business of it. */
function withReference<T>(reference: string, use: (document: string, folder: string) => Promise<T>): Promise<T> {
  return withFiles({ 'outside.yaml': TYPE, 'a document.yaml': '' }, (folder) => {
    mkdirSync(join(folder, 'api', 'parts'), { recursive: true });
    writeFileSync(join(folder, 'api', 'document.yaml'), leadingTo(reference.replaceAll('FOLDER', folder)));
    writeFileSync(join(folder, 'api', 'parts', 'status.yaml'), TYPE);
    symlinkSync(join(folder, 'outside.yaml'), join(folder, 'api', 'link.yaml'));
    symlinkSync(folder, join(folder, 'api', 'parent'));
    symlinkSync(join(folder, 'api', 'parts'), join(folder, 'api', 'linked'));
    symlinkSync('loop.yaml', join(folder, 'api', 'loop.yaml'));
    return use(join(folder, 'api', 'document.yaml'), folder);
  });
}

const strictFaultOf = (document: string, allowRefs: readonly string[] = []) =>
  faultOf(loadContract(document, allowRefs, { strict: true }));

const statusOf = async (document: string, allowRefs: readonly string[] = []): Promise<unknown> =>
  (await loadContract(document, allowRefs)).operations[0]?.parameters[1]?.schema.enum;

describe('a reference leads', () => {
  test.each([
    'parts/status.yaml#/Status',
    './parts/../parts/status.yaml#/Status',
    'linked/status.yaml#/Status',
    'parent/api/parts/status.yaml#/Status',
  ])('to %s, which is in the folder of the document', async (reference) => {
    await withReference(reference, async (document) =>
      expect(await statusOf(document)).toEqual(['asleep', 'available']),
    );
  });

  test.each([
    '../outside.yaml',
    '..%2foutside.yaml',
    '%2e%2e/outside.yaml',
    'FOLDER/outside.yaml',
    'file://FOLDER/outside.yaml',
    'link.yaml',
    'parent/outside.yaml',
    '../missing.yaml',
    '../../../../../../etc/passwd',
    '..\\outside.yaml',
  ])('not to %s, which is outside', async (reference) => {
    await withReference(`${reference}#/Status`, async (document) => {
      const fault = await strictFaultOf(document);
      expect(fault).toMatchObject({ source: document, pointer: POINTER });
      expect(fault.message).toMatch(
        /: the reference "[^"]+" leads to .*(?:, outside the document's folder .*\/api\. Put a copy there, or allow the place: --allow-refs \/|, which is no file here\.)/,
      );
      expect(fault.message).not.toContain('asleep');
      expect(await documentFiles(document)).toEqual([document]);
    });
  });

  it('where its link leads once that place is allowed, as the error says', async () => {
    await withReference('link.yaml#/Status', async (document) => {
      const [, place = ''] = /--allow-refs (.+)$/.exec((await strictFaultOf(document)).message) ?? [];
      expect(await statusOf(document, [place])).toEqual(['asleep', 'available']);
    });
  });

  test('there with the folder allowed', async () => {
    await withReference('../outside.yaml#/Status', async (document, folder) => {
      expect(await statusOf(document, [folder])).toEqual(['asleep', 'available']);
      expect(await documentFiles(document, [folder])).toEqual([document, join(folder, 'outside.yaml')]);
      expect(await documentFiles(document, [join(folder, 'none')])).toEqual([document]);
      expect(await documentFiles(join(folder, 'none', 'document.yaml'))).toHaveLength(1);
      const fault = await faultOf(loadContract(document, [join(folder, 'none')]));
      expect(fault.message).toMatch(
        /\/none: is no place that references can be allowed to lead to: no such file\. Name a folder or file/,
      );
    });
  });

  test.each([
    ['loop.yaml', 'ELOOP'],
    ['parts', 'it is a folder'],
    ['C:\\\\status.yaml', 'which is no file here'],
    ['//host/share/status.yaml', 'which is no file here'],
    ['parts/%00.yaml', 'null bytes'],
    ['ftp://127.0.0.1/status.yaml', '"ftp://127.0.0.1/status.yaml" is a URL, but none of http or https'],
    ['javascript:1', '"javascript:1" is a URL, but none of http or https'],
    ['http://me:secretpw@127.0.0.1/x', '"http://127.0.0.1/x" has a user name or a password, which is not supported'],
  ])('nowhere by %s', async (reference, excerpt) => {
    await withReference(`${reference}#/Status`, async (document) => {
      expect((await strictFaultOf(document)).message).toContain(excerpt);
    });
  });
});

test('a reference to a text brings it in as a text, whatever YAML would make of it', async () => {
  await withReference('parts/status.yaml#/Status', async (document, folder) => {
    writeFileSync(join(folder, 'api', 'parts', 'about.md'), '# About\n- [all');
    appendFileSync(document, 'x-about: { $ref: ./parts/about.md }\n');
    expect((await loadContract(document)).title).toBe('Animal Store API');
  });
});

test.each([
  ['is not what it should be', 'Status: [', /status\.yaml: is not YAML or JSON: .* at line 2, column 1\./],
  [
    'lacks the place',
    'Other: {}',
    /document\.yaml#.*\$ref: the reference ".*" leads nowhere: "Status" does not exist\./,
  ],
])('a file that the document refers to, and that %s, is named', async (_, text, message) => {
  await withReference('parts/status.yaml#/Status', async (document, folder) => {
    writeFileSync(join(folder, 'api', 'parts', 'status.yaml'), text);
    expect((await strictFaultOf(document)).message).toMatch(message);
  });
});

describe('a reference to a URL', () => {
  test('is not followed from a file, but for an origin that is allowed', async () => {
    let asked = 0;
    const serve: RequestListener = (_, reply) => {
      asked += 1;
      reply.end(TYPE);
    };
    await withServer(serve, (origin) =>
      withReference(`${origin}/status.yaml#/Status`, async (document) => {
        expect((await strictFaultOf(document)).message).toBe(
          `${document}#${POINTER}: the reference "${origin}/status.yaml" leads to ${origin}/status.yaml, outside the document's folder ${document.replace(/\/document.yaml$/, '')}. Put a copy there, or allow the place: --allow-refs ${origin}`,
        );
        expect(asked).toBe(0);
        expect(await statusOf(document, [origin])).toEqual(['asleep', 'available']);
      }),
    );
  });

  test('stays within the origin of the document, also by a redirect', async () => {
    const other = await new Promise<string>((found) => {
      void withServer(
        (_, reply) => reply.end(TYPE),
        async (origin) => found(origin),
      );
    });
    const pages: Readonly<Record<string, RequestListener>> = {
      '/file.yaml': (_, reply) => reply.end(leadingTo('file:///etc/passwd#/Status')),
      '/far.yaml': (_, reply) => reply.end(leadingTo('/away#/Status')),
      '/away': (_, reply) => reply.writeHead(302, { location: `${other}/status.yaml` }).end(),
      '/near.yaml': (_, reply) => reply.end(leadingTo('/here#/Status')),
      '/here': (_, reply) => reply.writeHead(307, { location: '/status.yaml' }).end(),
      '/status.yaml': (_, reply) => reply.end(TYPE),
      '/pass.yaml': (_, reply) => reply.writeHead(302, { location: 'http://me:secretpw@127.0.0.1/' }).end(),
      '/around.yaml': (_, reply) => reply.writeHead(302, { location: '/around.yaml' }).end(),
      '/large.yaml': (_, reply) =>
        reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2 ** 26 + 2 ** 20))),
      '/ever.yaml': (_, reply) => {
        const more = (): void => {
          while (reply.write(' '.repeat(2 ** 20)));
        };
        reply.on('drain', more);
        more();
      },
    };
    await withServer(
      (request, reply) => pages[request.url ?? '']?.(request, reply),
      async (origin) => {
        expect((await strictFaultOf(`${origin}/file.yaml`)).problem).toContain(
          `leads to /etc/passwd, outside the document's origin ${origin}.`,
        );
        expect((await strictFaultOf(`${origin}/far.yaml`)).problem).toBe(
          `the reference "/away" leads to ${other}/status.yaml, outside the document's origin ${origin}.`,
        );
        expect(await statusOf(`${origin}/near.yaml`)).toEqual(['asleep', 'available']);
        expect((await faultOf(loadContract(`${origin}/around.yaml`))).problem).toBe(
          "can't be read: the server redirects more than 20 times.",
        );
        expect((await faultOf(loadContract(`${origin}/pass.yaml`))).problem).toBe(
          "can't be read: the server redirects to http://127.0.0.1/ with a user name or password.",
        );
        for (const name of ['large', 'ever']) {
          expect((await faultOf(loadContract(`${origin}/${name}.yaml`))).problem).toBe(
            "can't be read: it is larger than 64 MiB.",
          );
        }
      },
    );
  });

  test('makes its file part of what the document is told by, wherever both lie', async () => {
    const digestOf = (status: string, folder = 'api') =>
      withReference('parts/status.yaml#/Status', async (document, home) => {
        writeFileSync(join(home, 'api', 'parts', 'status.yaml'), status);
        renameSync(join(home, 'api'), join(home, folder));
        return (await loadContract(document.replace('/api/', `/${folder}/`))).sha256;
      });
    const [one, elsewhere, other] = [await digestOf(TYPE), await digestOf(TYPE, 'moved'), await digestOf(`${TYPE}\n`)];
    expect([elsewhere === one, other === one]).toEqual([true, false]);
    await withReference('#/components/schemas/PetStatus', async (document) => {
      const { sha256, source } = await loadContract(document);
      expect(sha256).toBe(source.sha256);
    });
  });

  test('is given up where another one fails', async () => {
    let brokenReply: ServerResponse | undefined;
    const asked = new EventEmitter();
    const givenUp = once(asked, 'given up');
    const serve: RequestListener = (request, reply) => {
      if (request.url === '/broken.yaml') brokenReply = reply;
      else reply.on('close', () => asked.emit('given up')).write(' ');
      asked.emit(request.url ?? '');
    };
    void Promise.all([once(asked, '/broken.yaml'), once(asked, '/slow.yaml')]).then(() =>
      brokenReply?.end('Status: ['),
    );
    await withServer(serve, (origin) =>
      withReference(`${origin}/broken.yaml#/Status`, async (document) => {
        const slow = `{ $ref: "${origin}/slow.yaml" }`;
        writeFileSync(document, readFileSync(document, 'utf8').replace('schemas:', `schemas:\n    Slow: ${slow}`));
        expect((await strictFaultOf(document, [origin])).message).toMatch(/broken\.yaml: is not YAML or JSON: /);
        await givenUp;
      }),
    );
  });
});
