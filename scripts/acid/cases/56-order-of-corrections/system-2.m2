S a b c d e f g h i
A 0 1|||R:OTHER|||A|||REQUIRED|||-NONE-|||0

S p q r
A 0 1|||R:OTHER|||P|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||Q|||REQUIRED|||-NONE-|||0
A 2 3|||R:OTHER|||R|||REQUIRED|||-NONE-|||0

