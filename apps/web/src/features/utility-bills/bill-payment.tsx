import { useState } from 'react';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { BILL_CATEGORIES_TITLE_ID, BillCategories } from './bill-categories.tsx';
import { BillForm } from './bill-form.tsx';
import { UTILITY_CATEGORIES, type UtilityCategory } from './utility-categories.ts';
import { m } from '../../paraglide/messages.js';

/** The categories beside the form. The values survive another selection. */
export function BillPayment() {
  const [category, setCategory] = useState(firstCategory);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card>
        <CardHeader>
          <CardTitle id={BILL_CATEGORIES_TITLE_ID}>{m.utility_bills_bill_categories()}</CardTitle>
          <CardDescription>{m.utility_bills_what_would_you_like_to_pay_for()}</CardDescription>
        </CardHeader>
        <CardContent>
          <BillCategories value={category} onValueChange={setCategory} />
        </CardContent>
      </Card>
      <BillForm category={category} />
    </div>
  );
}

function firstCategory(): UtilityCategory {
  const [first] = UTILITY_CATEGORIES;
  if (first === undefined) throw new Error('There are no utility categories.');
  return first;
}
