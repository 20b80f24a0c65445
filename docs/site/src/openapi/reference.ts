import { anchorOf } from '../../../../.ci/markdown-links.mjs';
import type { OpenApiDocument, Operation } from './document.ts';
import { operationSection } from './operation-section.ts';
import { addressOfSchema, notesOf, schemaTable, typeOf } from './schema-table.ts';

/** A page of the reference. */
export interface ReferencePage {
  readonly route: string;
  readonly title: string;
  /** The topic, as plain text. */
  readonly description: string;
  readonly markdown: string;
}

/**
 * The pages of the REST API: an index, a page for each tag, the webhooks, and the schemas.
 *
 * @param stateAnchors The anchors of docs/sandbox/states.md.
 */
export function restReference(
  document: OpenApiDocument,
  stateAnchors: ReadonlySet<string>,
): readonly ReferencePage[] {
  const tags = document.tags.map(({ name }) => tagPage(document, name, stateAnchors));
  const webhooks = webhookPage(document);
  const schemas = schemaPage(document);
  return [indexPage(document, [...tags, webhooks, schemas]), ...tags, webhooks, schemas];
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationsOf(document: OpenApiDocument, tag: string): readonly Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  );
}

const page = (
  slug: string,
  title: string,
  description: string,
  parts: readonly string[],
): ReferencePage => ({
  route: `rest/${slug}`,
  title,
  description,
  markdown: `${[`# ${title}`, ...parts].join('\n\n')}\n`,
});

function tagPage(
  document: OpenApiDocument,
  tag: string,
  stateAnchors: ReadonlySet<string>,
): ReferencePage {
  const operations = operationsOf(document, tag);
  const list = operations.map(
    ({ method, path, operation }) =>
      `| [${operation.summary}](#${operation.operationId.toLowerCase()}) | \`${method.toUpperCase()} ${path}\` |`,
  );
  const about = operations.map(({ operation }) => operation.summary).join(' · ');
  return page(anchorOf(tag), tag, about, [
    `Operations of the [sandbox](/sandbox/index.md)'s REST API. Keys, lists and errors: [REST API](/rest/index.md).`,
    `| operation | |\n|---|---|\n${list.join('\n')}`,
    ...operations.map(({ method, path, operation }) =>
      operationSection(operation, { method, path, states: statesOf(path, stateAnchors) }),
    ),
  ]);
}

/** The section of the states of what a path names: `/v1/webhook-deliveries/{id}` is about a `webhook-delivery`. */
function statesOf(path: string, anchors: ReadonlySet<string>): string | undefined {
  const [, , many = ''] = path.split('/');
  const anchor = many.replace(/ies$/, 'ys').replace(/s$/, '');
  return anchors.has(anchor) ? `/sandbox/states.md#${anchor}` : undefined;
}

function webhookPage(document: OpenApiDocument): ReferencePage {
  const sections = Object.entries(document.webhooks).flatMap(([name, methods]) =>
    Object.values(methods).flatMap((operation) => {
      const shapes = Object.values(operation.requestBody?.content ?? {});
      return [
        `## ${name}`,
        operation.summary,
        `The body is one ${shapes.map(({ schema }) => typeOf(schema)).join(' or ')}.`,
      ];
    }),
  );
  const about = `${Object.keys(document.webhooks).join(', ')}: what the service sends, signed.`;
  return page('webhook-events', 'Webhook events', about, [
    'What the service sends to your endpoint, signed. [Events and payloads](/events.md) has each with its JSON.',
    ...sections,
  ]);
}

function schemaPage(document: OpenApiDocument): ReferencePage {
  const sections = Object.entries(document.components.schemas).map(([name, schema]) => {
    const table = schemaTable(schema);
    const notes = notesOf(schema);
    const type = table === '' ? `Type: ${typeOf(schema)}.` : '';
    const parts = [
      `## ${name} {#${name.toLowerCase()}}`,
      [type, notes].filter(Boolean).join(' '),
      table,
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  });
  const about = 'What operations take and answer, as JSON.';
  return page('schemas', 'Schemas', about, [about, ...sections]);
}

function indexPage(document: OpenApiDocument, pages: readonly ReferencePage[]): ReferencePage {
  const list = pages.map(({ route, title }) => `- [${title}](/${route}.md)`);
  return page('index', 'REST API', document.info.summary, [
    `The ${document.info.title}, as the [sandbox](/sandbox/index.md) answers on your machine. A refusal is a [Problem](${addressOfSchema('Problem')}). The sandbox serves this document itself, at \`/v1/openapi.json\`, with a page to try it at \`/docs\`.`,
    list.join('\n'),
    '## How to read it',
    document.info.description,
  ]);
}
