import { formatDuration } from '../../clock/local-time.js';
import { detailOf } from '../../resource/detail.js';
import { NameList } from '../../resource/references.js';
import { FactsCard } from '../../ui/card.js';
import { Money } from '../../ui/money.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { labelOf } from '../../words/fields.js';
import { listed, wordsOf } from '../../words/words-of.js';

const bySlug = (slug: string) => ({ path: { slug } });

export const CheckTypePage = detailOf('getCheckType', bySlug, ({ found }) => (
  <Page title={found.name} lead={<Text mono>{found.slug}</Text>}>
    <FactsCard
      title="Details"
      rows={{
        Category: wordsOf(found.category),
        'List price': <Money cents={found.listPriceCents} currency={found.currency} />,
        'Takes about': formatDuration(found.typicalDurationSeconds * 1000),
        'Needed of the candidate':
          found.requires.length === 0
            ? 'Nothing'
            : listed(found.requires.map((each) => labelOf(each))),
        'Documents that it covers':
          found.documentConfigSlugs.length === 0 ? (
            'None'
          ) : (
            <NameList kind="document" ids={found.documentConfigSlugs} />
          ),
      }}
    />
  </Page>
));
