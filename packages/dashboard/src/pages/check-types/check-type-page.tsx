import { detailOf } from '../../resource/detail.js';
import { factsOf } from '../../resource/property.js';
import { NameList } from '../../resource/references.js';
import { FactsCard } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { labelOf } from '../../words/fields.js';
import { listed } from '../../words/words-of.js';

const bySlug = (slug: string) => ({ path: { slug } });

export const CheckTypePage = detailOf('getCheckType', bySlug, ({ found }) => (
  <Page title={found.name} lead={<Text mono>{found.slug}</Text>}>
    <FactsCard
      rows={{
        ...factsOf(found, 'category', 'listPriceCents', 'typicalDurationSeconds'),
        'Required from the candidate':
          found.requires.length === 0
            ? 'Nothing'
            : listed(found.requires.map((each) => labelOf(each))),
        'Documents covered':
          found.documentConfigSlugs.length === 0 ? (
            'None'
          ) : (
            <NameList kind="document" ids={found.documentConfigSlugs} />
          ),
      }}
    />
  </Page>
));
