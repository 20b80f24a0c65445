import type { FC } from 'hono/jsx';
import { magicValues } from '../ask-source.js';
import { fieldLabel } from '../document-form/entered-document.js';
import type { DocumentConfiguration } from '../records.js';

/** The values that developers can enter to choose the outcome. Only the sandbox has this panel. */
export const MagicPanel: FC<{ readonly config: DocumentConfiguration }> = ({ config }) => (
  <details>
    <summary>For developers, in the sandbox only: values that choose the outcome</summary>
    {config.sourceSlug === null ? (
      <p>
        No issuing source verifies this document. Whatever you enter, its status becomes RECORDED.
      </p>
    ) : (
      <>
        <p>
          Enter one of these as “{fieldLabel(config.magicField)}”. You can change what follows the
          last hyphen.
        </p>
        <dl>
          {magicValues.map(({ value, alias, outcome }) => (
            <>
              <dt>
                <code>{value}</code>
                {config.digitAliases ? (
                  <>
                    {' or '}
                    <code>{alias}</code>
                  </>
                ) : null}
              </dt>
              <dd>{outcome}</dd>
            </>
          ))}
          <dt>Any other value</dt>
          <dd>
            {config.sourceSlug === 'sbx-npi'
              ? 'VERIFIED, or FAILED when its check digit is wrong'
              : 'VERIFIED'}
          </dd>
        </dl>
      </>
    )}
  </details>
);
