-- Search looks at the names of all offers of a merchant, for any word: nothing reads them in order.
drop index offers_by_name;
