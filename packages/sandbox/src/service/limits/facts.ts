import { z } from 'zod';
import { forms, type TextForm } from './forms.js';
import { nouns, type ObjectKind } from './objects.js';

/** The parts of a request, and of the objects that it names. */
const parts = [
  'parameter',
  'field',
  'body',
  'field_key',
  'price_package',
  'report_record',
  'report_check',
  'adverse_action_finding',
  'terms_version',
] as const;

/** A kind of object, or one of {@link parts}. */
export type What = ObjectKind | (typeof parts)[number];

/** Why something is asked for, or cannot be taken. */
const reasons = [
  'document_fields',
  'document_files',
  'key_without_integration',
  'role_without_package',
  'role_asks_for_documents',
  'adverse_action_basis',
  'dispute_subject',
  'event_type',
  'state_not_verified',
  'other_role',
  'role_archived',
  'expired_on_file',
  'coming_soon',
  'reserved_key',
  'space_for_plus',
] as const;

const units = ['characters', 'items', 'keys', 'fields', 'bytes', 'number'] as const;
const valueTypes = ['text', 'number', 'integer', 'boolean', 'object', 'list', 'file'] as const;
/** The measured part, if it is not the value itself. */
const measured = ['file_name', 'matching_text', 'value', 'json', 'whole_document'] as const;
const badCharacters = ['nul', 'surrogate', 'not_utf8', 'control'] as const;

/** The facts of a refusal. Its code or its reason says which are present. Texts are as they were sent or stored. */
export const PublishedFacts = z
  .object({
    what: z
      .enum([...Object.keys(nouns), ...parts])
      .describe('The kind of object, or the part of the request.'),
    id: z
      .string()
      .describe('The id, slug or name that was sent, or of the object that prevents the request.'),
    meant: z.string().describe('The most similar existing id, slug or name.'),
    because: z.enum(reasons),
    expected: z.enum(valueTypes),
    form: z.enum([...Object.keys(forms), 'pattern']),
    pattern: z.string().describe('The pattern to match, where `form` is `pattern`.'),
    characters: z.enum(badCharacters),
    allowed: z.array(z.string()).describe('The values or states that are allowed.'),
    most: z.number(),
    least: z.number(),
    unit: z.enum(units),
    of: z.enum(measured).describe('The part that was measured. Absent: the value.'),
    divisor: z.number(),
    index: z.int().describe('The index of the equal item, from 0.'),
    line: z.int().describe('The line of the file, from 1.'),
    count: z.int(),
    names: z
      .array(z.string())
      .describe('The names of up to five objects that prevent the request.'),
    hasMore: z.boolean().describe('Whether there are more than `names` has.'),
    action: z.string().describe('The action that the state forbids.'),
    scope: z.enum(['integration', 'account']).describe('The owner that an event type is for.'),
    at: z.iso.datetime({ precision: 3 }),
    text: z.string().describe('A text that no other fact has.'),
  })
  .partial()
  .meta({
    id: 'Facts',
    description: 'The facts of a refusal. The code or the reason determines which are present.',
  });

/** {@link PublishedFacts}, with types for the closed lists of names. */
export interface Facts extends Readonly<Omit<z.output<typeof PublishedFacts>, 'what' | 'form'>> {
  readonly what?: What | undefined;
  readonly form?: TextForm | undefined;
}

/** Facts of which some must be present. */
export type Needs<Always extends keyof Facts = never, Sometimes extends keyof Facts = never> = {
  readonly [Name in Always]: NonNullable<Facts[Name]>;
} & { readonly [Name in Sometimes]?: Facts[Name] | undefined };
