/** What a client of some public documents does: how a mock of these has to answer, whoever reads them. */

/** A request, and what is to come of it. A name in braces stands for what an earlier reply has shown. */
export interface Step {
  /** Method and path. */
  readonly send: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Where in the reply's body things stand that later steps refer to, by what these call them: `team.id`; `etag` of a header. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What the reply's body has, at every depth; of arrays items like these, in any order. */
  readonly shows?: unknown;
}

export interface Story {
  /** The document's name, without what its file's name ends with. */
  readonly document: string;
  readonly about: string;
  /** The headers with its key, where that is no bearer token. */
  readonly key?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** Demo values. */
const BASIC = { authorization: 'Basic ZGVtby1lbnRlcnByaXNlOg==' };
const TYPESENSE = { 'x-typesense-api-key': 'demo-enterprise' };

const XERO = { authorization: 'Bearer demo-enterprise', 'xero-tenant-id': 'a' };
const KEYED = { 'idempotency-key': 'a' };
const ASSET = { assetName: 'Lathe', assetNumber: '4711' };
const TEAM = { type: 'team', name: 'Night shift' };
const REFERENCE = { id: 'PIJ90N7', type: 'service_reference' };

/** Identity, ids in replies, what belongs to what, and HTTP's own semantics, as these documents have them. */
export const STORIES: readonly Story[] = [
  {
    document: 'box',
    about: 'a folder is found under its id, changed, and gone with its deletion',
    steps: [
      {
        send: 'POST /folders',
        body: { name: 'Plans', parent: { id: '0' } },
        status: 201,
        keep: { folder: 'id' },
        shows: { name: 'Plans', type: 'folder' },
      },
      { send: 'GET /folders/{folder}', status: 200, shows: { id: '{folder}', name: 'Plans' } },
      { send: 'PUT /folders/{folder}', body: { name: 'Drafts' }, status: 200, shows: { name: 'Drafts' } },
      { send: 'GET /folders/{folder}', status: 200, shows: { id: '{folder}', name: 'Drafts' } },
      { send: 'DELETE /folders/{folder}', status: 204 },
      { send: 'GET /folders/{folder}', status: 404 },
    ],
  },
  {
    document: 'box',
    about: 'a webhook is listed with all others',
    steps: [
      {
        send: 'POST /webhooks',
        body: {
          target: { id: '7', type: 'folder' },
          address: 'https://example.com/hook',
          triggers: ['FILE.UPLOADED'],
        },
        status: 201,
        keep: { webhook: 'id' },
      },
      { send: 'GET /webhooks', status: 200, shows: { entries: [{ id: '{webhook}' }] } },
      { send: 'GET /webhooks/{webhook}', status: 200, shows: { address: 'https://example.com/hook' } },
    ],
  },
  {
    document: 'box',
    about: 'a member that a body has alone is the record’s own, and a choice is spelled as records have it',
    steps: [
      {
        send: 'POST /storage_policy_assignments',
        body: { storage_policy: { type: 'storage_policy', id: '7' }, assigned_to: { type: 'user', id: '9' } },
        status: 200,
        keep: { assignment: 'id' },
      },
      {
        send: 'PUT /storage_policy_assignments/{assignment}',
        body: { storage_policy: { type: 'storage_policy', id: '8' } },
        status: 200,
        shows: { id: '{assignment}', storage_policy: { id: '8' } },
      },
      {
        send: 'POST /retention_policies',
        body: {
          policy_name: 'Reports',
          policy_type: 'finite',
          retention_length: '365',
          disposition_action: 'remove_retention',
        },
        status: 201,
        keep: { policy: 'id' },
      },
      { send: 'PUT /retention_policies/{policy}', body: { retention_type: 'non-modifiable' }, status: 200 },
      { send: 'GET /retention_policies/{policy}', status: 200, shows: { retention_type: 'non_modifiable' } },
    ],
  },
  {
    document: 'xero-assets',
    key: XERO,
    about: 'what is sent again under an idempotency key is made once',
    steps: [
      { send: 'POST /Assets', headers: KEYED, body: ASSET, status: 200, keep: { asset: 'assetId' }, shows: ASSET },
      { send: 'POST /Assets', headers: KEYED, body: ASSET, status: 200, shows: { assetId: '{asset}' } },
      { send: 'POST /Assets', headers: KEYED, body: { ...ASSET, assetName: 'Mill' }, status: 400 },
      { send: 'GET /Assets/{asset}', status: 200, shows: ASSET },
    ],
  },
  {
    document: 'intercom',
    about: 'a tag is found under its id and in the list',
    steps: [
      { send: 'POST /tags', body: { name: 'vip' }, status: 200, keep: { tag: 'id' }, shows: { name: 'vip' } },
      { send: 'GET /tags/{tag}', status: 200, shows: { id: '{tag}', name: 'vip' } },
      { send: 'GET /tags', status: 200, shows: { data: [{ id: '{tag}' }] } },
      { send: 'DELETE /tags/{tag}', status: 200 },
      { send: 'GET /tags/{tag}', status: 404 },
    ],
  },
  {
    document: 'intercom',
    about: 'a search asks the same contacts as the list does, and a note is its contact’s',
    steps: [
      {
        send: 'POST /contacts',
        body: { email: 'ann@example.com', name: 'Ann' },
        status: 200,
        keep: { contact: 'id' },
        shows: { name: 'Ann' },
      },
      { send: 'GET /contacts', status: 200, shows: { data: [{ id: '{contact}', name: 'Ann' }] } },
      {
        send: 'POST /contacts/search',
        body: { query: { field: 'name', operator: '=', value: 'Ann' } },
        status: 200,
        shows: { data: [{ id: '{contact}' }] },
      },
      { send: 'PUT /contacts/{contact}', body: { name: 'Anne' }, status: 200, shows: { name: 'Anne' } },
      { send: 'GET /contacts/{contact}', status: 200, shows: { id: '{contact}', name: 'Anne' } },
      { send: 'POST /contacts/{contact}/notes', body: { body: 'Called back.' }, status: 200, keep: { note: 'id' } },
      { send: 'GET /contacts/{contact}/notes', status: 200, shows: { data: [{ id: '{note}' }] } },
    ],
  },
  {
    document: 'pagerduty',
    about: 'a team stands in its wrapper, under an id that its reply has',
    steps: [
      { send: 'POST /teams', body: { team: TEAM }, status: 201, keep: { team: 'team.id' }, shows: { team: TEAM } },
      { send: 'GET /teams/{team}', status: 200, shows: { team: { ...TEAM, id: '{team}' } } },
      { send: 'PUT /teams/{team}', body: { team: { ...TEAM, name: 'Day shift' } }, status: 200 },
      { send: 'GET /teams', status: 200, shows: { teams: [{ id: '{team}', name: 'Day shift' }] } },
      { send: 'DELETE /teams/{team}', status: 204 },
      { send: 'GET /teams/{team}', status: 404 },
    ],
  },
  {
    document: 'pagerduty',
    about: 'a note is of its incident alone',
    steps: [
      {
        send: 'POST /incidents',
        headers: { from: 'ann@example.com' },
        body: { incident: { type: 'incident', title: 'Down', service: REFERENCE } },
        status: 201,
        keep: { incident: 'incident.id' },
        shows: { incident: { title: 'Down' } },
      },
      { send: 'GET /incidents/{incident}', status: 200, shows: { incident: { id: '{incident}', title: 'Down' } } },
      {
        send: 'POST /incidents/{incident}/notes',
        headers: { from: 'ann@example.com' },
        body: { note: { content: 'Looked at it.' } },
        status: 200,
        shows: { note: { content: 'Looked at it.' } },
      },
      { send: 'GET /incidents/{incident}/notes', status: 200, shows: { notes: [{ content: 'Looked at it.' }] } },
    ],
  },
  {
    document: 'kratos',
    about: 'a JSON Patch changes what it names, and another id finds the same one',
    steps: [
      {
        send: 'POST /admin/identities',
        body: {
          schema_id: 'default',
          external_id: 'ann-1',
          traits: { email: 'ann@example.com' },
        },
        status: 201,
        keep: { identity: 'id' },
      },
      { send: 'GET /admin/identities/by/external/ann-1', status: 200, shows: { id: '{identity}' } },
      {
        send: 'PATCH /admin/identities/{identity}',
        body: [{ op: 'replace', path: '/traits/email', value: 'eve@example.com' }],
        status: 200,
        shows: { traits: { email: 'eve@example.com' } },
      },
      {
        send: 'GET /admin/identities/{identity}',
        status: 200,
        shows: { id: '{identity}', traits: { email: 'eve@example.com' } },
      },
      { send: 'DELETE /admin/identities/{identity}', status: 204 },
      { send: 'GET /admin/identities/{identity}', status: 404 },
    ],
  },
  {
    document: 'typesense',
    key: TYPESENSE,
    about: 'a collection is found under its name, and documents belong to theirs',
    steps: [
      {
        send: 'POST /collections',
        body: { name: 'books', fields: [{ name: 'title', type: 'string' }] },
        status: 201,
        shows: { name: 'books' },
      },
      { send: 'GET /collections/books', status: 200, shows: { name: 'books', fields: [{ name: 'title' }] } },
      { send: 'POST /collections/books/documents', body: { id: '7', title: 'Dune' }, status: 201 },
      { send: 'GET /collections/books/documents/7', status: 200, shows: { id: '7', title: 'Dune' } },
      { send: 'GET /collections/films/documents/7', status: 404 },
      { send: 'DELETE /collections/books', status: 200, shows: { name: 'books' } },
      { send: 'GET /collections/books', status: 404 },
    ],
  },
  {
    document: 'typesense',
    key: TYPESENSE,
    about: 'what is put under a name is found there',
    steps: [
      { send: 'PUT /synonym_sets/colours', body: { items: [{ id: 'a', synonyms: ['red', 'crimson'] }] }, status: 200 },
      { send: 'GET /synonym_sets/colours', status: 200, shows: { items: [{ synonyms: ['red', 'crimson'] }] } },
      { send: 'DELETE /synonym_sets/colours', status: 200 },
      { send: 'GET /synonym_sets/colours', status: 404 },
    ],
  },
  {
    document: 'realworld',
    about: 'an article is found under its slug, and its comments are its own',
    steps: [
      {
        send: 'POST /articles',
        body: { article: { title: 'How to sail', description: 'On a lake', body: 'Slowly.', tagList: ['water'] } },
        status: 201,
        keep: { slug: 'article.slug' },
      },
      { send: 'GET /articles/{slug}', status: 200, shows: { article: { slug: '{slug}', title: 'How to sail' } } },
      { send: 'GET /articles?tag=water', status: 200, shows: { articles: [{ slug: '{slug}' }] } },
      {
        send: 'POST /articles/{slug}/comments',
        body: { comment: { body: 'Thanks.' } },
        status: 200,
        keep: { comment: 'comment.id' },
      },
      { send: 'GET /articles/{slug}/comments', status: 200, shows: { comments: [{ body: 'Thanks.' }] } },
      { send: 'DELETE /articles/{slug}', status: 204 },
    ],
  },
  {
    document: 'twilio-studio',
    key: BASIC,
    about: 'an execution is of its flow, under an id of the pattern',
    steps: [
      {
        send: 'POST /v2/Flows',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'FriendlyName=Hello&Status=draft&Definition=%7B%7D',
        status: 201,
        keep: { flow: 'sid' },
        shows: { friendly_name: 'Hello', status: 'draft' },
      },
      { send: 'GET /v2/Flows/{flow}', status: 200, shows: { sid: '{flow}', friendly_name: 'Hello' } },
      {
        send: 'POST /v2/Flows/{flow}/Executions',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'To=%2B14155550100&From=%2B14155550101',
        status: 201,
        keep: { execution: 'sid' },
        shows: { flow_sid: '{flow}' },
      },
      {
        send: 'GET /v2/Flows/{flow}/Executions/{execution}',
        status: 200,
        shows: { sid: '{execution}', flow_sid: '{flow}' },
      },
    ],
  },
  {
    document: 'petclinic',
    about: 'an owner is found by the last name, and is a 304 while nothing has changed',
    steps: [
      {
        send: 'POST /owners',
        body: { firstName: 'Ann', lastName: 'Adler', address: '1 Mill Lane', city: 'Rome', telephone: '6085551023' },
        status: 201,
        keep: { owner: 'id' },
        shows: { firstName: 'Ann' },
      },
      { send: 'GET /owners/{owner}', status: 200, keep: { tag: 'etag' }, shows: { id: '{owner}', lastName: 'Adler' } },
      { send: 'GET /owners/{owner}', headers: { 'if-none-match': '{tag}' }, status: 304 },
      { send: 'GET /owners?lastName=Adler', status: 200, shows: [{ id: '{owner}' }] },
    ],
  },
  {
    document: 'museum',
    key: BASIC,
    about: 'an event is changed by what a patch names',
    steps: [
      {
        send: 'POST /special-events',
        body: {
          name: 'Pirate Coding Workshop',
          location: 'Computer Room',
          eventDescription: 'Captain Blackbeard shares his code.',
          dates: ['2023-09-05'],
          price: 25,
        },
        status: 201,
        keep: { event: 'eventId' },
      },
      { send: 'PATCH /special-events/{event}', body: { price: 15 }, status: 200, shows: { price: 15 } },
      {
        send: 'GET /special-events/{event}',
        status: 200,
        shows: { eventId: '{event}', location: 'Computer Room', price: 15 },
      },
      { send: 'DELETE /special-events/{event}', status: 204 },
      { send: 'GET /special-events/{event}', status: 404 },
    ],
  },
  {
    document: 'train-travel',
    about: 'a booking keeps what it was made of',
    steps: [
      {
        send: 'POST /bookings',
        body: { trip_id: '4f4e4e1c-c824-4d63-b37a-d8d698862f1d', passenger_name: 'Ann', has_bicycle: true },
        status: 201,
        keep: { booking: 'id' },
        shows: { passenger_name: 'Ann' },
      },
      { send: 'GET /bookings/{booking}', status: 200, shows: { id: '{booking}', passenger_name: 'Ann' } },
      { send: 'GET /bookings', status: 200, shows: { data: [{ id: '{booking}' }] } },
      { send: 'DELETE /bookings/{booking}', status: 204 },
      { send: 'GET /bookings/{booking}', status: 404 },
    ],
  },
  {
    document: 'flashnotes',
    about: 'a card is of its collection',
    steps: [
      { send: 'POST /api/v1/collections/', body: { name: 'Words' }, status: 200, keep: { collection: 'id' } },
      {
        send: 'POST /api/v1/collections/{collection}/cards/',
        body: { front: 'gatto', back: 'cat' },
        status: 200,
        keep: { card: 'id' },
        shows: { front: 'gatto', collection_id: '{collection}' },
      },
      {
        send: 'GET /api/v1/collections/{collection}/cards/{card}',
        status: 200,
        shows: { id: '{card}', back: 'cat', collection_id: '{collection}' },
      },
      { send: 'DELETE /api/v1/collections/{collection}/cards/{card}', status: 204 },
    ],
  },
];
