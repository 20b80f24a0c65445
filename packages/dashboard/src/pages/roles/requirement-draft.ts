import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input } from '../../api/operations.js';

export type Requirement = Answer<'getRole'>['requirements'][number];
type NewRequirements = NonNullable<NonNullable<Input<'createRole'>['body']>['requirements']>;

/** The kinds of requirements, as the API has them. */
export const requirementKinds: readonly Requirement['kind'][] =
  requestBodies.createRole.properties.requirements.items.properties.kind.enum;

/** A requirement as it is typed. */
export interface RequirementDraft {
  /** For its place in the form only. */
  readonly key: string;
  readonly kind: Requirement['kind'];
  readonly slug: string;
  readonly required: boolean;
  /** Empty: without end. */
  readonly validForDays: string;
  /** Codes of states, such as `CA, NY`. Empty: all. */
  readonly states: string;
}

let drafts = 0;

function nextKey(): string {
  drafts += 1;
  return String(drafts);
}

export function newDraft(kind: Requirement['kind']): RequirementDraft {
  return {
    key: nextKey(),
    kind,
    slug: '',
    required: true,
    validForDays: '',
    states: '',
  };
}

export function draftOf(requirement: Requirement): RequirementDraft {
  const { validForDays, states } = requirement;
  return {
    ...requirement,
    key: nextKey(),
    validForDays: validForDays === null ? '' : String(validForDays),
    states: states?.join(', ') ?? '',
  };
}

/** The requirements of a request. The API checks them. */
export function requirementsOf(drafts: readonly RequirementDraft[]): NewRequirements {
  return drafts.map(({ kind, slug, required, validForDays, states }) => {
    const codes = states
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== '');
    return {
      kind,
      slug,
      required,
      validForDays: validForDays === '' ? null : Number(validForDays),
      states: codes.length === 0 ? null : codes,
    };
  });
}
