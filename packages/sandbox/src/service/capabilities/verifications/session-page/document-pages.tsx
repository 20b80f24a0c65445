import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import type { DraftDocument } from '../../../db/schema/index.js';
import { stateNames } from '../../../http/wire.js';
import { ErrorSummary, Select } from '../../../pages/field.js';
import { renderPage } from '../../../pages/page.js';
import type { RefusedForm } from '../../../pages/read-form.js';
import { brandOf } from '../../tenants/index.js';
import { DocumentFields } from '../document-form/document-fields.js';
import { summarize } from '../document-form/entered-document.js';
import { acceptedStates, firstEntries, givenEntries, makeStamp } from './draft.js';
import { MagicPanel } from './magic-panel.js';
import type { SessionDocument, SessionView } from './session.js';
import { describeResult, type Page } from './session-pages.js';

/** A document of a session, and where its pages are. */
export interface ShownDocument {
  readonly c: Context;
  readonly view: SessionView;
  readonly document: SessionDocument;
  /** The address of the session. */
  readonly address: string;
}

export function formPage(shown: ShownDocument, refused?: RefusedForm): Page {
  const { c, view, document, address } = shown;
  const { config } = document;
  const stored = firstEntries(document);
  const given = givenEntries(document);
  const form = refused?.form;
  const errors = refused?.errors ?? [];
  const content = (
    <>
      <h1>
        <bdi>{config.name}</bdi>
      </h1>
      <form
        method="post"
        action={`${address}/${config.slug}/enter`}
        enctype="multipart/form-data"
        novalidate
      >
        <ErrorSummary errors={errors} />
        {given.state === undefined ? (
          <Select
            id="state"
            label="State that issued it"
            value={form ? form.text('state') : stored.state}
            options={acceptedStates(config)}
            errors={errors}
          />
        ) : null}
        <DocumentFields
          config={config}
          stored={stored}
          givenFiles={given.fileIds.length}
          form={form}
          errors={errors}
        />
        <button type="submit">Save and continue</button>
      </form>
      <ToAll view={view} address={address} />
      <MagicPanel config={config} />
    </>
  );
  const isTooLarge = errors.some((error) => error.isTooLarge);
  const title = refused ? `Error: ${config.name}` : config.name;
  const status = refused ? (isTooLarge ? 413 : 422) : 200;
  return renderPage(c, status, { title, brand: brandOf(view.tenant), content });
}

export function reviewPage(shown: ShownDocument, ready: DraftDocument): Page {
  const { c, view, document, address } = shown;
  const { config } = document;
  const here = `${address}/${config.slug}`;
  const lines = [
    ['State', stateNames.get(ready.state) ?? ready.state] as const,
    ...summarize(config, ready),
  ];
  const content = (
    <>
      <h1>Check your answers</h1>
      <h2>
        <bdi>{config.name}</bdi>
      </h2>
      <dl>
        {lines.map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value === '' ? 'Not provided' : <bdi>{value}</bdi>}</dd>
          </>
        ))}
      </dl>
      <p>
        <a href={`${here}/enter`}>Change your answers</a>
      </p>
      <form method="post" action={`${here}/review`}>
        <p>You cannot change the document here after you submit it.</p>
        <button type="submit" name="stamp" value={makeStamp(document)}>
          Submit the document
        </button>
      </form>
    </>
  );
  return renderPage(c, 200, { title: 'Check your answers', brand: brandOf(view.tenant), content });
}

export function resultPage({ c, view, document, address }: ShownDocument): Page {
  const { config, status, canEnter } = document;
  const here = `${address}/${config.slug}`;
  const { title, sentence } = describeResult(document);
  const content = (
    <>
      <h1>{title}</h1>
      <h2>
        <bdi>{config.name}</bdi>
      </h2>
      <p>
        <bdi>{sentence}</bdi>
      </p>
      {status === 'PROCESSING' ? (
        <p>
          You can close this page and open it later to see the result, or{' '}
          <a href={here}>check again now</a>.
        </p>
      ) : null}
      {status === 'FAILED' && canEnter ? (
        <p>
          Check what you entered. You can correct it and submit it again.
          <br />
          <a class="button" href={`${here}/enter`}>
            Correct it
          </a>
        </p>
      ) : null}
      <ToAll view={view} address={address} />
    </>
  );
  return renderPage(c, 200, { title, brand: brandOf(view.tenant), content });
}

const ToAll: FC<Pick<ShownDocument, 'view' | 'address'>> = ({ view, address }) =>
  view.documents.length === 1 ? null : (
    <p>
      <a href={address}>All documents</a>
    </p>
  );
